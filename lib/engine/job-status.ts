import { JOB_STATUSES, type JobStatus } from '#lib/notifications/status/job-statuses.ts';

/** The allowed status changes of a job. A job that waits for a retry is `queued` with a due time. */
const JOB_TRANSITIONS = {
  pending: ['queued', 'skipped', 'merged', 'canceled'],
  queued: ['running'],
  running: ['completed', 'failed', 'skipped', 'delayed', 'merged', 'queued', 'canceled'],
  delayed: ['queued'],
  /** A manual retry. */
  failed: ['queued'],
  /**
   * `delayed` and `pending`: the run that opened the digest was cancelled, and this run takes its place. `canceled`:
   * the job's own run was cancelled.
   */
  merged: ['delayed', 'pending', 'canceled'],
  completed: [],
  skipped: [],
  canceled: [],
} as const satisfies Record<JobStatus, readonly JobStatus[]>;

/** The error for a status that the job's current status does not allow. It is a defect of the engine. */
export class TransitionError extends Error {
  override readonly name = 'TransitionError';
}

/** @returns `to` @throws {TransitionError} when a job of status `from` may not become `to`. */
export function transition<To extends JobStatus>(from: JobStatus, to: To): To {
  const allowed: readonly JobStatus[] = JOB_TRANSITIONS[from];
  if (!allowed.includes(to)) throw new TransitionError(`A ${from} job cannot become ${to}`);
  return to;
}

/**
 * Checks the statuses through which a claimed job becomes `running`. `running` is never stored; the lease shows it.
 */
export function transitionToRunning(from: JobStatus): 'running' {
  return transition(from === 'delayed' ? transition(from, 'queued') : from, 'running');
}

const LIVE: ReadonlySet<JobStatus> = new Set(['pending', 'queued', 'running', 'delayed']);

/** Whether the job has not ended yet. */
export function isLive(status: JobStatus): boolean {
  return LIVE.has(status);
}

export { JOB_STATUSES, type JobStatus };
