/** Wire shape of the run counts of a list over time, an extension of spec 4.8. */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { ListNotificationsQuery } from '#lib/notifications/schema.ts';
import { isTimeZone } from '#lib/time/time-zone.ts';

export const Volume = z.strictObject({
  /** The start of the first bucket. Buckets follow each other without gaps, up to `before`. */
  from: Timestamp,
  /** The length of a bucket, except on days on which clocks change. */
  bucketMs: z.int(),
  buckets: z.array(z.strictObject({ from: Timestamp, total: z.int(), failed: z.int() })),
  total: z.int(),
  failed: z.int(),
  /** Matching runs before this time are not counted, because there are too many. */
  countedSince: Timestamp.optional(),
});
export type Volume = z.infer<typeof Volume>;

/** Query of GET /v1/notifications/volume: the filters of the list, and the time zone whose midnight starts a day. */
export const VolumeQuery = ListNotificationsQuery.omit({ page: true, limit: true, view: true }).extend({
  zone: storableText(64).refine(isTimeZone, 'must be an IANA time zone such as "Europe/Berlin"').default('UTC'),
});
export type VolumeQuery = z.infer<typeof VolumeQuery>;
