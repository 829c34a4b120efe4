/** The PostgreSQL notification channel that announces new work. */
export const WORK_CHANNEL = 'belfry_work';
