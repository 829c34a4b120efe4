/** A message is late if its step took at least a minute longer than usual, and at least three times as long. */
export const MIN_LATE_MS = 60_000;
