/** Days for which the figures of an integration per minute are kept. */
export const STATS_DAYS = 30;
