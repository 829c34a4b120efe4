import type { ReactNode } from 'react';

/** A titled part of a form. */
export function FormSection({ title, help, children }: { title: string; help?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <header>
        <h3 className="text-base font-semibold">{title}</h3>
        {help && <div className="mt-1 text-pretty text-muted">{help}</div>}
      </header>
      {children}
    </section>
  );
}
