/** The outcomes of a run (docs/delivery.md, "The end of a run"). */

/** How a run ends. */
export const FINAL_OUTCOMES = ['sent', 'done', 'failed', 'skipped', 'throttled', 'merged', 'cancelled'] as const;
export type FinalOutcome = (typeof FINAL_OUTCOMES)[number];

/** The state of a run before its end, or how it ended. */
export const RUN_OUTCOMES = ['running', 'waiting', ...FINAL_OUTCOMES] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];
