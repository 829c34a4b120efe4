/** The PostgreSQL notification channel that announces changes of runs. */
export const RUNS_CHANNEL = 'belfry_runs';

/** On this channel web processes announce the environments that users follow: IDs, separated by commas. */
export const FOLLOWED_CHANNEL = 'belfry_followed';

/** The interval of these announcements. */
export const RENEW_MS = 5_000;
