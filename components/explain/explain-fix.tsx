'use client';

import Link from 'next/link';
import { CancelRun } from '#components/activity/cancel-run.tsx';
import { RetryStep } from '#components/activity/retry-step.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import type { Explanation } from '#lib/explain/schema.ts';
import { fixAddress, fixLabel } from './fix-link.ts';

/** What to do about it, with the button that does it or the page where it is done. */
export function ExplainFix({ answer: { fix, decisive } }: { answer: Explanation }) {
  const { base } = useEnvironment();
  if (!fix) return null;
  const { run, step, earlier } = decisive;
  const told = earlier ?? step;
  return (
    <section aria-label="What to do" className="rounded-lg border border-line bg-surface px-4 py-3">
      <h3 className="mb-1.5 text-xs font-medium text-faint">What to do</h3>
      <p className="text-pretty">{fix.text}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2 empty:hidden">
        {fix.link !== undefined && (
          <Link href={fixAddress(base, fix.link)} className={buttonClass({ variant: 'primary' })}>
            {fixLabel(fix.link)}
          </Link>
        )}
        {fix.action === 'retry' && run && told && (
          <RetryStep runId={run._id} job={{ _id: told._id, type: told.type, step: { name: told.name } }} />
        )}
        {fix.action === 'cancel' && run && <CancelRun run={run} />}
      </div>
    </section>
  );
}
