/** The longest life of a session in days, however often it is used. */
export const SESSION_DAYS = 30;

/** The time without a request after which a session ends. */
const IDLE_MS = 7 * 24 * 3_600_000;

/** The precision of the stored time of last use. A finer precision would cause a write at every request. */
const TOUCH_MS = 3_600_000;

/** Returns the start of the idle period. Sessions whose last use was earlier have ended. */
export function idleSince(): Date {
  return new Date(Date.now() - IDLE_MS);
}

/** Whether a request must update the stored time of last use. */
export function isTouchDue(lastUsed: Date): boolean {
  return Date.now() - lastUsed.getTime() >= TOUCH_MS;
}
