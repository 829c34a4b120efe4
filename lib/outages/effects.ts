/** What an outage did to a message of its integration. */
export const OUTAGE_EFFECTS = ['late', 'failed', 'recovered'] as const;
export type OutageEffect = (typeof OUTAGE_EFFECTS)[number];
