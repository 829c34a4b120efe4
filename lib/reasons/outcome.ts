/** The outcomes of a run (docs/delivery.md, "The end of a run"). */

/** The outcomes of a finished run. */
export const FINAL_OUTCOMES = ['sent', 'done', 'failed', 'skipped', 'throttled', 'merged', 'cancelled'] as const;
export type FinalOutcome = (typeof FINAL_OUTCOMES)[number];

/** The states of a live run, and the outcomes of a finished run. */
export const RUN_OUTCOMES = ['running', 'waiting', ...FINAL_OUTCOMES] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** The outcome of an ended step by its status, for a step whose stored reason is missing or cannot be read. */
export const OUTCOME_BY_STATUS: Readonly<Record<string, FinalOutcome>> = {
  completed: 'done',
  failed: 'failed',
  skipped: 'skipped',
  merged: 'merged',
  canceled: 'cancelled',
};
