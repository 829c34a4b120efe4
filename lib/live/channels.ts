/** The PostgreSQL notification channel that announces changes of runs. */
export const RUNS_CHANNEL = 'belfry_runs';

/** On this channel web processes say which environments somebody follows: ids, separated by commas. */
export const FOLLOWED_CHANNEL = 'belfry_followed';

/** How often they say it. */
export const RENEW_MS = 5_000;
