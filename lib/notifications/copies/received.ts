/** Wire shape of the messages that a subscriber received already. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';
import { Channel } from '#lib/providers/channel.ts';

const ReceivedMessage = z.strictObject({
  messageId: z.string(),
  _notificationId: z.string(),
  channel: Channel,
  /** `sandboxed`: the sandbox accepted the message. `stored`: no inbox was connected that shows it. */
  state: z.enum(['sent', 'sandboxed', 'stored']),
  sentAt: Timestamp,
  email: z.string().optional(),
  phone: z.string().optional(),
  /**
   * `run`: the run itself sent it. `resent`: it was sent again on request. `original`: another run of the same trigger
   * sent it. `trigger`: another trigger sent the same content.
   */
  by: z.enum(['run', 'resent', 'original', 'trigger']),
  /** Who requested a message that was sent again, and the given reason. */
  actor: z.string().optional(),
  note: z.string().optional(),
});
export type ReceivedMessage = z.infer<typeof ReceivedMessage>;

/** The messages of the same trigger or with the same content as a step’s message, the newest first. Several devices count once. */
export const ReceivedMessages = z.strictObject({
  /** At most 20. */
  data: z.array(ReceivedMessage),
  /** The number of these messages, at most 200. */
  total: z.int(),
});
export type ReceivedMessages = z.infer<typeof ReceivedMessages>;
