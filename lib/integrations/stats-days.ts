/** Days for which an integration's figures per minute are kept. */
export const STATS_DAYS = 30;
