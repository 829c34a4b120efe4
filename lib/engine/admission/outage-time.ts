/** The times before and after an open circuit breaker that belong to its outage. */

/** Failures within this time before an outage opened its circuit breaker. */
export const BEFORE_MS = 60_000;
/** The time after the end of an outage in which attempts that began before it are recorded. */
export const SETTLE_MS = 5_000;
