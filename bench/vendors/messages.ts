/** What is sent in the comparisons. It has everything that a channel can have. */
import type { ChannelMessage, DeliveryChannel } from '#lib/providers/message.ts';
import { chat, mail, push, sms } from '#lib/testing/sample-messages.ts';

const MESSAGES: Record<DeliveryChannel, ChannelMessage> = { email: mail, sms, push, chat };

export function messageFor(channel: DeliveryChannel): ChannelMessage {
  return MESSAGES[channel];
}
