import { FINAL_OUTCOMES } from '#lib/reasons/outcome.ts';

/**
 * The statuses of a run that has not ended: due, held by a worker, waiting for a known time, or due for longer than
 * `STUCK_AFTER_MS` without progress.
 */
export const LIVE_STATUSES = ['queued', 'running', 'waiting', 'stuck'] as const;
export type LiveStatus = (typeof LIVE_STATUSES)[number];

export const RUN_STATUSES = [...LIVE_STATUSES, ...FINAL_OUTCOMES] as const;
/**
 * The statuses by which a list of runs is filtered. `partly`: runs that were sent, but not in full (`partly` of
 * `rowState`). `sent` includes them.
 */
export const LISTED_STATUSES = [...RUN_STATUSES, 'partly'] as const;
export type ListedStatus = (typeof LISTED_STATUSES)[number];

/** The current state of a run or a step. */
export type RunState = (typeof RUN_STATUSES)[number];

/** The time for which a job may be due before its run counts as stuck. */
export const STUCK_AFTER_MS = 5 * 60_000;
