/** Wire shape of the worker processes, an extension. */
import { z } from 'zod';

export const WorkersState = z.strictObject({
  /** The number of worker processes that are alive. Without workers nothing is delivered. */
  running: z.int(),
});
export type WorkersState = z.infer<typeof WorkersState>;
