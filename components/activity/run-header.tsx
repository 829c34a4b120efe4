'use client';

import Link from 'next/link';
import { Remedy } from '#components/explain/remedy.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { SeverityMark } from '#components/status/severity-mark.tsx';
import { type StateStyle, states } from '#components/status/states.ts';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/cn.ts';
import { Prose } from '#components/ui/prose.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { toneText } from '#components/ui/tone.ts';
import { canRetry, whyNoStepResend, whyNoStepRetry } from '#lib/notifications/retry/retry-rules.ts';
import type { SummarisedRun } from '#lib/notifications/schema.ts';
import { hasProblem, verdictOf } from '#lib/notifications/status/job-state.ts';
import { LIVE_STATUSES } from '#lib/notifications/status/live-statuses.ts';
import type { RunStatus } from '#lib/notifications/status/run-status.ts';
import { fixesOf, stepsFixedAbove } from '#lib/notifications/status/step-fixes.ts';
import { causeOf } from '#lib/reasons/sides.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { CancelRun } from './cancel-run.tsx';
import { LateLines } from './late-lines.tsx';
import { ResendStep } from './resend-step.tsx';
import { RetryStep } from './retry-step.tsx';
import { RunActions } from './run-actions.tsx';
import { RunFacts } from './run-facts.tsx';
import { useCorrection } from './use-correction.ts';

interface Props {
  run: SummarisedRun;
  status: RunStatus;
}

/** The workflow, the recipient and the result of the run, and the fix. */
export function RunHeader({ run, status }: Props) {
  const { base } = useEnvironment();
  const style: StateStyle = states[status.state];
  const isLive = LIVE_STATUSES.some((live) => live === status.state);
  const [main, ...asides] = status.parts;
  const [explained] = status.explainedJobs;
  const reason = explained && verdictOf(explained);
  const workflowId = run.template?.triggers[0]?.identifier;
  return (
    <header>
      <div className="flex items-start gap-2 lg:pr-11">
        <p className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-2 text-muted wrap-anywhere">
          {run.template?.deletedAt ? (
            <span>
              <span className="font-medium text-fg">{run.template.name}</span>{' '}
              <span className="text-faint">
                deleted <RelativeTime value={run.template.deletedAt} />
              </span>
            </span>
          ) : workflowId ? (
            <Link
              href={workflowAddress(base, workflowId)}
              className="touch-area rounded-sm font-medium text-accent-text hover:underline"
            >
              {run.template?.name}
            </Link>
          ) : (
            (run.template?.name ?? 'Deleted workflow')
          )}
          <SeverityMark severity={run.severity} />
          {run.critical && <Badge tone="accent">Critical</Badge>}
          {run.tags && run.tags.length > 0 && (
            // A separate line, because there is room for only one line next to the actions.
            <span className="basis-full pb-1 text-xs text-faint">{run.tags.join(', ')}</span>
          )}
        </p>
        <RunActions run={run} />
      </div>
      <h2
        tabIndex={-1}
        data-run-heading
        className="mt-0.5 flex outline-none items-start gap-2.5 text-lg font-semibold text-pretty"
      >
        <style.icon
          aria-hidden
          className={cn('mt-0.5 size-5 shrink-0', toneText[style.tone], style.spins && 'animate-spin')}
        />
        <span className="min-w-0 wrap-anywhere">
          <LateLines text={main ?? ''} late={run.late} />
          {asides.map((aside) => (
            <span key={aside} className="block text-sm font-normal text-muted">
              <Prose>{` ${aside}`}</Prose>
            </span>
          ))}
        </span>
      </h2>
      <RunRemedy run={run} status={status} isLive={isLive} />
      <RunFacts
        run={run}
        isLive={isLive}
        cause={reason && causeOf(reason)}
        explainedJobs={stepsFixedAbove(status.explainedJobs)}
      />
    </header>
  );
}

/** The fix for the deciding step, directly below the summary, as on a message's page. */
function RunRemedy({ run, status: { explainedJobs }, isLive }: Props & { isLive: boolean }) {
  const [job] = explainedJobs;
  const [fix, ...more] = fixesOf(run, stepsFixedAbove(explainedJobs));
  const isPrimary = job !== undefined && hasProblem(job);
  const correction = useCorrection(run, job, fix);
  const retry = job && canRetry(job, fix) && (
    <RetryStep
      runId={run._id ?? ''}
      job={job}
      waits={job.status === 'queued'}
      whyNot={whyNoStepRetry(run, job)}
      primary={isPrimary && (fix?.link === undefined || correction?.changedTo !== undefined)}
    />
  );
  if (!fix && !retry && (!isLive || run.ended)) return null;
  const actions = (
    <>
      {retry ||
        (job?.status === 'skipped' && (
          <ResendStep runId={run._id ?? ''} job={job} whyNot={whyNoStepResend(run, job)} />
        ))}
      {isLive && !run.ended && <CancelRun run={run} />}
    </>
  );
  return (
    <section aria-label="What to do" className="mt-1.5 pl-7.5">
      {fix ? (
        <Remedy fix={fix} more={more} primary={isPrimary} correction={correction}>
          {actions}
        </Remedy>
      ) : (
        <div className="flex flex-wrap items-center gap-2">{actions}</div>
      )}
    </section>
  );
}
