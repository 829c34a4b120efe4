const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * Returns the pause before an attempt: longer after each failure, and different in each page, so that pages do not return
 * together after a restart of the server.
 *
 * @param failures in a row, from 1 on.
 * @param random from 0 to 1.
 */
export function pauseMs(failures: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
  return Math.round(longest * (0.5 + random / 2));
}
