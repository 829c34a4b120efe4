import { isLive, type JobStatus } from '#lib/engine/job-status.ts';
import type { FinalOutcome } from '#lib/reasons/outcome.ts';
import { outcomeOf, type Reason, reasonFor } from '#lib/reasons/registry.ts';
import type { OutcomeRecord } from './records.ts';

/**
 * Which job decides the outcome of the run: the first of these outcomes that any job has (docs/delivery.md, "The end of
 * a run").
 */
const PRECEDENCE: readonly FinalOutcome[] = ['failed', 'sent', 'merged', 'cancelled', 'throttled', 'skipped', 'done'];

/** The outcome of a job whose stored reason cannot be read. */
const BY_STATUS: Readonly<Partial<Record<JobStatus, FinalOutcome>>> = {
  completed: 'done',
  failed: 'failed',
  skipped: 'skipped',
  merged: 'merged',
  canceled: 'cancelled',
};

interface StoredJob {
  status: JobStatus;
  reason?: Reason | undefined;
}

/**
 * How a run ended, and the reason of the job that decided. Undefined while any job has not ended. Failed wins over
 * sent, sent wins over skipped.
 */
export function runOutcome(jobs: readonly StoredJob[]): OutcomeRecord | undefined {
  if (jobs.length === 0) return { outcome: 'skipped', reason: reasonFor('no_step', {}) };
  if (jobs.some(({ status }) => isLive(status))) return undefined;
  const outcomes = jobs.map((job) => ({ outcome: jobOutcome(job), reason: reasonOf(job) }));
  const rank = ({ outcome }: OutcomeRecord) => PRECEDENCE.indexOf(outcome);
  return outcomes.reduce((decisive, next) => (rank(next) < rank(decisive) ? next : decisive));
}

/** The status alone decides for failed and skipped jobs. For the others, the reason decides. */
function jobOutcome({ status, reason }: StoredJob): FinalOutcome {
  const bare = BY_STATUS[status] ?? 'done';
  const told = reason && outcomeOf(reason);
  return status === 'failed' || told === undefined || told === 'running' || told === 'waiting' ? bare : told;
}

/** Why a job has its status. If its reason is of a later release, the status still says whether the job has ended. */
export function reasonOf({ status, reason }: StoredJob): Reason {
  return reason ?? reasonFor(isLive(status) ? 'step_queued' : 'unrecorded', {});
}
