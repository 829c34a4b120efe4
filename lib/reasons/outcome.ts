/** What becomes of a run (delivery.md 5.5). */

/** How a run ends. */
const FINAL_OUTCOMES = ['sent', 'done', 'failed', 'skipped', 'throttled', 'merged', 'cancelled'] as const;
export type FinalOutcome = (typeof FINAL_OUTCOMES)[number];

/** What a run is before its end, and how it ends. */
const RUN_OUTCOMES = ['running', 'waiting', ...FINAL_OUTCOMES] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];
