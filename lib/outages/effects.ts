/** The effects of an outage on a message of its integration. */
export const OUTAGE_EFFECTS = ['waiting', 'late', 'failed', 'recovered'] as const;
export type OutageEffect = (typeof OUTAGE_EFFECTS)[number];
