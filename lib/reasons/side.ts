/** The parties that can be the cause of what happened to a run, in the order in which filters list them. */
export const SIDES = ['provider', 'recipient', 'workflow', 'choice', 'belfry'] as const;
export type Side = (typeof SIDES)[number];
