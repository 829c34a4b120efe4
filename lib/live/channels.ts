/** The PostgreSQL notification channel that announces changes of runs. */
export const RUNS_CHANNEL = 'belfry_runs';

/**
 * The PostgreSQL notification channel on which web processes announce the environments that they follow, as IDs
 * separated by commas.
 */
export const FOLLOWED_CHANNEL = 'belfry_followed';
