/** Maximum wait. If a vendor requests a longer one, the value is treated as a mistake. */
const MAX_WAIT_MS = 24 * 3600 * 1000;

/**
 * Returns the milliseconds of a `Retry-After` header (RFC 9110, 10.2.3), in seconds or as a date. Undefined if absent,
 * unreadable, or not in the future.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return waitOf(seconds);
}

/** Returns the milliseconds until a Unix time in seconds, which some vendors send. */
export function untilUnixSecond(text: string | undefined, now: Date): number | undefined {
  return text === undefined || text.trim() === '' ? undefined : waitOf(Number(text) - now.getTime() / 1000);
}

function waitOf(seconds: number): number | undefined {
  if (!Number.isFinite(seconds) || seconds <= 0) return undefined;
  return Math.min(Math.ceil(seconds * 1000), MAX_WAIT_MS);
}
