import { FlaskConical } from 'lucide-react';
import { Fragment } from 'react';
import { cn } from '#components/ui/cn.ts';
import { SANDBOX_NOTE } from '#lib/reasons/step-summary.ts';

/** A text of a row. "(sandbox)" is an icon in it, so that reasons have room: nothing there reads as if it had left. */
export function WithSandboxIcon({ children, iconClass }: { children: string; iconClass?: string }) {
  const [first, ...more] = children.split(SANDBOX_NOTE);
  return (
    <>
      {first}
      {more.map((part) => (
        <Fragment key={part}>
          <span className="ml-1 whitespace-nowrap text-info" data-tip="Accepted by the sandbox; nothing left">
            <FlaskConical aria-hidden className={cn('inline size-3.5 align-[-2px]', iconClass)} />
            <span className="sr-only">{SANDBOX_NOTE}</span>
          </span>
          {part}
        </Fragment>
      ))}
    </>
  );
}
