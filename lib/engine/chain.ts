/** What the end of one job means for the others of its run (delivery.md 5.3). */
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { channelOf } from './checks.ts';
import { type JobStatus, transition } from './job-status.ts';
import type { OtherJobRecord } from './records.ts';
import type { RunContext, RunJob } from './run-context.ts';

/** The job after it, to be claimed at once; nothing at the end of the run, and where it was let go before. */
function nextJob(run: RunContext, now: Date): OtherJobRecord[] {
  const [next] = jobsAfter(run);
  if (next?.status !== 'pending') return [];
  return [{ id: next.id, status: transition(next.status, 'queued'), readyAt: now }];
}

/** What follows the job when it ended with `status`. */
export function afterJob(run: RunContext, status: JobStatus, now: Date): OtherJobRecord[] {
  if (status === 'canceled') return cancelRest(run, run.ended ?? reasonFor('canceled', {}));
  if (status === 'failed' && stopsRun(run.job)) {
    return cancelRest(run, reasonFor('earlier_failed', { step: run.job.step.name }));
  }
  return nextJob(run, now);
}

/** A channel's failure leaves the steps after it alone, unless the step says otherwise; of other steps they need the result. */
function stopsRun({ step }: RunJob): boolean {
  return step.shouldStopOnFail || channelOf(step) === undefined;
}

/** What follows a job that is tried again: slow retries hold up nobody who can do without it. */
export function whileRetrying(run: RunContext, isSoon: boolean, now: Date): OtherJobRecord[] {
  return isSoon || stopsRun(run.job) ? [] : nextJob(run, now);
}

function cancelRest(run: RunContext, reason: Reason): OtherJobRecord[] {
  const pending = jobsAfter(run).filter(({ status }) => status === 'pending');
  return pending.map(({ id, status }) => ({ id, status: transition(status, 'canceled'), reason }));
}

function jobsAfter({ jobs, job }: RunContext): readonly RunJob[] {
  return jobs.slice(jobs.findIndex(({ id }) => id === job.id) + 1);
}
