/** Wire shapes of the inbox as its subscriber uses it: those of the API without subscriber and context, in `data`. */
import { z } from 'zod';
import {
  InboxActionParams,
  InboxBulkBody,
  InboxCounts,
  InboxItemParams,
  InboxNotification,
  InboxSeenBody,
  ListInboxQuery,
  SnoozeBody,
} from './schema.ts';

const MIN_SNOOZE_MS = 60_000;

export const OwnListQuery = ListInboxQuery.omit({ contextKeys: true });
export type OwnListQuery = z.infer<typeof OwnListQuery>;

export const OwnCounts = z.strictObject({ data: InboxCounts });
export type OwnCounts = z.infer<typeof OwnCounts>;

export const OwnItemParams = InboxItemParams.pick({ notificationId: true });
export type OwnItemParams = z.infer<typeof OwnItemParams>;

export const OwnItem = z.strictObject({ data: InboxNotification });

export const OwnActionBody = InboxActionParams.pick({ actionType: true });

export const OwnSnoozeBody = SnoozeBody.extend({
  snoozeUntil: SnoozeBody.shape.snoozeUntil.refine(
    (at) => at.getTime() >= Date.now() + MIN_SNOOZE_MS,
    'must be at least a minute ahead',
  ),
});

export const OwnBulkBody = InboxBulkBody.omit({ contextKeys: true });

/** The named messages, or all that match. */
export const OwnSeenBody = InboxSeenBody.omit({ contextKeys: true });
export type OwnSeenBody = z.infer<typeof OwnSeenBody>;
