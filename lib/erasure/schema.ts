/** Wire shapes of erasures, which are beyond the interface. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';

export const Erasure = z.strictObject({
  _id: z.string(),
  status: z.enum(['running', 'done']),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** Absent while it is running. */
  endedAt: Timestamp.optional(),
  /** The number of deleted or changed rows of each table. */
  counts: z.record(z.string(), z.int()),
});
export type Erasure = z.infer<typeof Erasure>;

export const ErasureParams = z.object({ erasureId: z.string() });
