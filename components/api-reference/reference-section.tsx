import { type ReactNode, useId } from 'react';

/** A part of an operation with a heading. */
export function ReferenceSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <h3 id={id} className="border-b border-line pb-1 text-base font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}
