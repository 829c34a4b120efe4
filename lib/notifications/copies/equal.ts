/** Wire shape of equal messages. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';
import { Channel } from '#lib/providers/channel.ts';

/** Messages with the same content that the subscriber received from the same workflow within 24 hours. */
export const EqualMessages = z.strictObject({
  channel: Channel,
  /** The message that this response is about. */
  messageId: z.string(),
  /** The time at which that message was sent. */
  sentAt: Timestamp,
  /** The number of equal messages, including that message. Several devices count once. */
  messages: z.int(),
  /** The number of transactions that the messages came from. */
  triggers: z.int(),
  /** The number of these messages that were sent again on request. */
  resent: z.int(),
  /** The other messages, the newest first: at most 10. */
  copies: z.array(
    z.strictObject({
      messageId: z.string(),
      _notificationId: z.string(),
      transactionId: z.string(),
      sentAt: Timestamp,
      /**
       * `step`: another step of the same run sent it. `resent`: it was sent again on request. `original`: another run
       * of the same transaction sent it, for example the run that this response's message repeats.
       */
      by: z.enum(['trigger', 'resent', 'step', 'original']),
    }),
  ),
  /** Other messages of the same run that have equal messages, each with their number. Absent if there are none. */
  others: z
    .array(z.strictObject({ channel: Channel, messages: z.int() }))
    .min(1)
    .optional(),
});
export type EqualMessages = z.infer<typeof EqualMessages>;
