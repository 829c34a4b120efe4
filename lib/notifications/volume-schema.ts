/** Wire shape of the number of runs of a list over time, an extension of 4.8. */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { isTimeZone } from '#lib/subscribers/formats.ts';
import { ListNotificationsQuery } from './schema.ts';

export const Volume = z.strictObject({
  /** The start of the first bucket. Buckets follow each other without gaps, up to `before`. */
  from: Timestamp,
  /** How long a bucket is, but for those of days on which clocks change. */
  bucketMs: z.int(),
  buckets: z.array(z.strictObject({ from: Timestamp, total: z.int(), failed: z.int() })),
  total: z.int(),
  failed: z.int(),
  /** Runs before this time match too and are not counted: there are too many. */
  countedSince: Timestamp.optional(),
});
export type Volume = z.infer<typeof Volume>;

/** Query of GET /v1/notifications/volume: the filters of the list, and the zone at whose midnight days begin. */
export const VolumeQuery = ListNotificationsQuery.omit({ page: true, limit: true, view: true }).extend({
  zone: storableText(64).refine(isTimeZone, 'must be an IANA time zone such as "Europe/Berlin"').default('UTC'),
});
export type VolumeQuery = z.infer<typeof VolumeQuery>;
