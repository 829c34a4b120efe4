/** Wire shape of the processes that deliver, an extension. */
import { z } from 'zod';

export const WorkersState = z.strictObject({
  /** How many worker processes are alive. Without one nothing is delivered. */
  running: z.int(),
});
export type WorkersState = z.infer<typeof WorkersState>;
