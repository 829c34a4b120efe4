/** Wire shapes of live updates, an extension of the interface. */
import { z } from 'zod';

/**
 * One event of `GET /v1/notifications/live`: the IDs of runs that were triggered or changed since the previous event.
 * Clients read the runs through other operations, with the caller's permissions.
 */
export const RunChanges = z.strictObject({
  created: z.array(z.string()),
  changed: z.array(z.string()),
  /**
   * Whether changes may be missing from the event, because there were too many IDs, or because a process did not know
   * its followers yet.
   */
  more: z.boolean(),
});
export type RunChanges = z.infer<typeof RunChanges>;
