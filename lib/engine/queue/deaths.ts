/** Limits for a job whose workers die (docs/delivery.md, "Queue and leases"). */

/**
 * After this many deaths a job runs alone. The first death proves little, because it affects all jobs of the worker.
 */
export const DEATHS_BEFORE_ALONE = 2;

/** After this many deaths while it ran alone, a job fails. */
export const MAX_DEATHS_ALONE = 3;
