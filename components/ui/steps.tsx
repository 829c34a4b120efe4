import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** Instructions in order. Each step has its number, or a tick once it is done. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className="flex flex-col gap-6 text-left [counter-reset:step]">{children}</ol>;
}

interface StepProps {
  title: string;
  done?: boolean;
  children?: ReactNode;
}

export function Step({ title, done, children }: StepProps) {
  return (
    <li className="flex gap-3 [counter-increment:step]">
      <span
        aria-hidden
        data-numeric
        className={cn(
          'mt-px grid size-5 shrink-0 place-items-center rounded-full text-xs font-semibold',
          done ? 'bg-ok-soft text-ok' : 'bg-accent-soft text-accent-text before:content-[counter(step)]',
        )}
      >
        {done && <Check className="size-3" />}
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2 text-muted">
        <h3 data-step={done ? 'done' : 'open'} tabIndex={-1} className="rounded-sm font-semibold text-fg">
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}
