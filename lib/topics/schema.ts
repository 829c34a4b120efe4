/** Wire shapes of topics. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';

export const Topic = z.strictObject({
  _id: z.string(),
  key: z.string(),
  name: z.string().optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
});
export type Topic = z.infer<typeof Topic>;
