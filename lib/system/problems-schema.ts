import { z } from 'zod';

/** Response of GET /v1/system/problems: the red findings of the system report. */
export const SystemProblems = z.strictObject({
  count: z.int(),
  /** The title of the first problem. Absent if there are no problems. */
  first: z.string().optional(),
});
export type SystemProblems = z.infer<typeof SystemProblems>;
