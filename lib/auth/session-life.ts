/** The maximum lifetime of a session in days, even if it is used. */
export const SESSION_DAYS = 30;

/** The time without a request after which a session ends. */
const IDLE_MS = 7 * 24 * 3_600_000;

/**
 * The precision of the stored time of last use, in milliseconds. A finer precision would cause a write at every
 * request.
 */
const TOUCH_MS = 3_600_000;

/** Returns the earliest last use of a session that is still valid. Sessions that were last used earlier have ended. */
export function idleSince(): Date {
  return new Date(Date.now() - IDLE_MS);
}

/** Whether a request must update the stored time of last use. */
export function isTouchDue(lastUsed: Date): boolean {
  return Date.now() - lastUsed.getTime() >= TOUCH_MS;
}
