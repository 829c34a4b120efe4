'use client';

import { CancelRun } from '#components/activity/cancel-run.tsx';
import { RetryStep } from '#components/activity/retry-step.tsx';
import type { Explanation } from '#lib/explain/schema.ts';
import { displayName } from '#lib/explain/summary.ts';
import { addressField } from '#lib/reasons/links.ts';
import type { Correction } from './correction.ts';
import { DryRun } from './dry-run.tsx';
import { Remedy } from './remedy.tsx';

/** The fix, with the link to its page and the button that acts immediately. */
export function ExplainFix({ answer }: { answer: Explanation }) {
  const { fix, moreFixes, decisive, subscriber } = answer;
  if (!fix) return null;
  const { run, step, earlier } = decisive;
  const failedStep = earlier ?? step;
  const isWaiting = decisive.outcome === 'waiting' || decisive.reason.code === 'rest_waiting';
  const job = failedStep && { _id: failedStep._id, type: failedStep.type, step: { name: failedStep.name } };
  const retry = fix.action === 'retry' && run && job ? { runId: run._id, job } : undefined;
  const correction: Correction = {
    retry: decisive.noRetry === undefined ? retry : undefined,
    changedTo: changedTo(answer),
    isSensitive: decisive.withheld,
    opensRun: true,
  };
  return (
    <section aria-label="What to do" className="rounded-lg border border-line bg-surface px-4 py-3">
      <h3 className="mb-1.5 text-xs font-medium text-faint">What to do</h3>
      <Remedy fix={fix} more={moreFixes} primary={decisive.outcome !== 'sent'} correction={correction}>
        {retry && (
          <RetryStep
            {...retry}
            waits={isWaiting}
            whyNot={decisive.noRetry}
            primary={(fix.link === undefined || correction.changedTo !== undefined) && !isWaiting}
          />
        )}
        {(fix.action === 'cancel' || isWaiting) && run && !decisive.noRetry && <CancelRun run={run} />}
        {fix.action === undefined && (
          <DryRun
            workflowId={run?.workflow.workflowId}
            subscriberId={subscriber?.subscriberId}
            {...(run && subscriber && { about: `${run.workflow.name} for ${displayName(subscriber)}` })}
          />
        )}
      </Remedy>
    </section>
  );
}

/** Returns the subscriber's current address if the step used another one. */
function changedTo({ evidence, decisive: { step, earlier }, subscriber }: Explanation): string | undefined {
  const has = (name: string) => evidence.some(({ field }) => field === name);
  const field = addressField((earlier ?? step)?.type);
  return field && has('addressUsed') && has('addressNow') ? subscriber?.[field] : undefined;
}
