/** Wire shape of how many runs a list has over time, an extension beside 4.8. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';
import { ListNotificationsQuery } from './schema.ts';

export const Volume = z.strictObject({
  /** The start of the first bucket. Buckets follow each other without gaps, up to `before`. */
  from: Timestamp,
  bucketMs: z.int(),
  buckets: z.array(z.strictObject({ total: z.int(), failed: z.int() })),
  total: z.int(),
  failed: z.int(),
  /** Runs before this time match too and are not counted: there are too many. */
  countedSince: Timestamp.optional(),
});
export type Volume = z.infer<typeof Volume>;

/** Query of GET /v1/notifications/volume: the filters of the list. */
export const VolumeQuery = ListNotificationsQuery.omit({ page: true, limit: true, view: true });
export type VolumeQuery = z.infer<typeof VolumeQuery>;
