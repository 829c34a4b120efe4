/** The longest life of a session, however much it is used. */
export const SESSION_DAYS = 30;

/** A session ends after this time without a request. */
const IDLE_MS = 7 * 24 * 3_600_000;

/** The precision of the stored time of last use. Finer, every request would write. */
const TOUCH_MS = 3_600_000;

/** Sessions that were last used before this time have ended. */
export function idleSince(): Date {
  return new Date(Date.now() - IDLE_MS);
}

/** Whether the stored time of last use is to be renewed by a request of now. */
export function isTouchDue(lastUsed: Date): boolean {
  return Date.now() - lastUsed.getTime() >= TOUCH_MS;
}
