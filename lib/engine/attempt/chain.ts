/** Changes to a run's other jobs after the end of one job (docs/delivery.md, "Retries" and "The end of a run"). */

import { type JobStatus, transition } from '#lib/engine/job-status.ts';
import type { OtherJobRecord } from '#lib/engine/record/records.ts';
import type { RunContext, RunJob } from '#lib/engine/run-context.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { channelOf } from '#lib/steps/labels.ts';

/**
 * Returns the next job of the run, ready to be claimed. Empty at the end of the run, and if an earlier record already
 * released the next job.
 */
export function nextJob(run: RunContext, now: Date): OtherJobRecord[] {
  const [next] = jobsAfter(run);
  if (next?.status !== 'pending') return [];
  return [{ id: next.id, status: transition(next.status, 'queued'), readyAt: now }];
}

/** Returns the records of the other jobs after this job ended with `status`. */
export function afterJob(run: RunContext, status: JobStatus, now: Date): OtherJobRecord[] {
  if (status === 'canceled') return cancelRest(run, run.ended ?? reasonFor('canceled', {}));
  if (status === 'failed' && stopsRun(run.job)) {
    return cancelRest(run, reasonFor('earlier_failed', { step: run.job.step.name }));
  }
  return nextJob(run, now);
}

/**
 * Whether a failure of the step stops the run. For a channel step, the step's setting decides. Any other step stops the
 * run, because later steps need its result.
 */
function stopsRun({ step }: RunJob): boolean {
  return step.shouldStopOnFail || channelOf(step.type) === undefined;
}

/**
 * Returns the records of the other jobs while this job is being retried. Quick retries hold the next step back, slow
 * ones do not.
 */
export function whileRetrying(run: RunContext, isSoon: boolean, now: Date): OtherJobRecord[] {
  return isSoon || stopsRun(run.job) ? [] : nextJob(run, now);
}

/** Returns the records of the later jobs when all of them end with the same status. */
export function endRest(run: RunContext, status: 'skipped' | 'merged', reason: Reason): OtherJobRecord[] {
  const pending = jobsAfter(run).filter((job) => job.status === 'pending');
  return pending.map((job) => ({ id: job.id, status: transition(job.status, status), reason }));
}

function cancelRest(run: RunContext, reason: Reason): OtherJobRecord[] {
  const pending = jobsAfter(run).filter(({ status }) => status === 'pending');
  return pending.map(({ id, status }) => ({ id, status: transition(status, 'canceled'), reason }));
}

function jobsAfter({ jobs, job }: RunContext): readonly RunJob[] {
  return jobs.slice(jobs.findIndex(({ id }) => id === job.id) + 1);
}
