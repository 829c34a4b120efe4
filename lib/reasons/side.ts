/** The parties that can cause the result of a run, in the order in which filters list them. */
export const SIDES = ['provider', 'recipient', 'workflow', 'choice', 'belfry'] as const;
export type Side = (typeof SIDES)[number];

/** The party that caused a result. */
export interface Cause {
  side: Side;
  /** Whether the sandbox responded instead of the provider. */
  isSimulated?: boolean;
}
