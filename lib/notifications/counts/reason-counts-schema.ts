/** Wire shape of the run counts by reason, an extension of spec 4.8. */
import { z } from 'zod';
import { ListNotificationsQuery } from '#lib/notifications/schema.ts';
import { REASON_CODES } from '#lib/reasons/registry.ts';
import { SIDES } from '#lib/reasons/side.ts';

export const ReasonCounts = z.strictObject({
  /** The reasons with runs that match, except `sent`. */
  data: z.array(
    z.strictObject({
      reason: z.enum(REASON_CODES),
      /** The side of the reason. Absent for runs that were sent. */
      side: z.enum(SIDES).optional(),
      /** The number of runs, at most 1,000. */
      count: z.int(),
      /** Whether there are more runs than `count`. */
      more: z.boolean(),
    }),
  ),
});
export type ReasonCounts = z.infer<typeof ReasonCounts>;

/** Query of GET /v1/notifications/reasons: the filters of the list without the reasons. */
export const ReasonCountsQuery = ListNotificationsQuery.omit({
  page: true,
  limit: true,
  view: true,
  reason: true,
  side: true,
});
export type ReasonCountsQuery = z.infer<typeof ReasonCountsQuery>;
