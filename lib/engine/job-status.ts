import { JOB_STATUSES, type JobStatus } from '#lib/notifications/schema.ts';

/** Which status follows which (delivery.md 5.2). A retry that waits is `queued` with a due time. */
const JOB_TRANSITIONS = {
  pending: ['queued', 'skipped', 'merged', 'canceled'],
  queued: ['running', 'canceled'],
  running: ['completed', 'failed', 'skipped', 'delayed', 'merged', 'queued', 'canceled'],
  delayed: ['queued', 'canceled'],
  /** By hand. */
  failed: ['queued'],
  /** The digest that it joined was cancelled. */
  merged: ['delayed'],
  completed: [],
  skipped: [],
  canceled: [],
} as const satisfies Record<JobStatus, readonly JobStatus[]>;

/** A job was to become what it cannot: a defect of the engine. */
export class TransitionError extends Error {
  override readonly name = 'TransitionError';
}

/** @returns `to` @throws {TransitionError} unless a job of status `from` may become it. */
export function transition<To extends JobStatus>(from: JobStatus, to: To): To {
  const allowed: readonly JobStatus[] = JOB_TRANSITIONS[from];
  if (!allowed.includes(to)) throw new TransitionError(`A job that is ${from} cannot become ${to}.`);
  return to;
}

/** The statuses that a claimed job passes on the way to `running`, which is never stored: the lease says so. */
export function claimed(from: JobStatus): 'running' {
  return transition(from === 'delayed' ? transition(from, 'queued') : from, 'running');
}

const LIVE: ReadonlySet<JobStatus> = new Set(['pending', 'queued', 'running', 'delayed']);

/** Whether the job still has something before it. */
export function isLive(status: JobStatus): boolean {
  return LIVE.has(status);
}

export { JOB_STATUSES, type JobStatus };
