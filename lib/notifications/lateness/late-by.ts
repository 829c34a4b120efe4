/** Waits of less than a minute are no delay. */
export const MIN_LATE_MS = 60_000;

/** Returns the milliseconds from the first attempt of a message until it was sent. Undefined below a minute. */
export function lateBy(createdAt: Date | string, sentAt: Date | string): number | undefined {
  const delay = new Date(sentAt).getTime() - new Date(createdAt).getTime();
  return delay >= MIN_LATE_MS ? delay : undefined;
}
