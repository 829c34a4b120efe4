/** Wire shapes of live updates, an extension of the interface. */
import { z } from 'zod';

/**
 * One event of `GET /v1/notifications/live`: which runs were triggered and which changed since the one before. Ids only:
 * what they are is read through the ordinary operations, with the caller's rights.
 */
export const RunChanges = z.strictObject({
  created: z.array(z.string()),
  changed: z.array(z.string()),
  /** There were more than the ids say. */
  more: z.boolean(),
});
export type RunChanges = z.infer<typeof RunChanges>;
