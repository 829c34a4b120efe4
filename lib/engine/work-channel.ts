/** The channel of PostgreSQL on which workers hear of new work. */
export const WORK_CHANNEL = 'belfry_work';
