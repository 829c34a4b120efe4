import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** Labels on the left, values on the right, one pair per row. */
export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <dl className={cn('grid grid-cols-[minmax(84px,max-content)_minmax(0,1fr)] content-start gap-x-4', className)}>
      {children}
    </dl>
  );
}

/** More text about the fact above, too long for its column on phones and next to other content. */
export function WideFact({ children }: { children: ReactNode }) {
  return <dd className="col-span-2 -mt-1 flex min-w-0 pb-1 sm:max-lg:col-span-1 sm:max-lg:col-start-2">{children}</dd>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-1 text-xs leading-6 text-faint">{label}</dt>
      <dd className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 py-1 wrap-anywhere">{children}</dd>
    </>
  );
}
