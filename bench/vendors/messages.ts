/** The messages of the comparisons: typed for Belfry's providers, and plain for the vendors' libraries. */
import type { ChannelMessage, ChatTarget, DeliveryChannel } from '#lib/providers/message.ts';
import { uuidOf } from '#lib/providers/uuid.ts';
import { chat, mail, push, sms } from '#testing/sample-messages.ts';

const MESSAGES: Record<DeliveryChannel, ChannelMessage> = { email: mail, sms, push, chat };

export function messageFor(channel: DeliveryChannel, target?: ChatTarget): ChannelMessage {
  return { ...MESSAGES[channel], ...(target && { target }) } as ChannelMessage;
}

const [file, image] = (mail.attachments ?? []).map(({ name, contentType, content, contentId }) => ({
  name,
  type: contentType,
  text: Buffer.from(content).toString(),
  id: contentId,
}));
const emails = (mailboxes: typeof mail.cc = []) => mailboxes.map(({ email }) => email);

/** All messages, with the idempotency key that Belfry derives from the ID. */
export const PLAIN_MESSAGES = {
  mail: {
    ...mail,
    to: mail.to.email,
    cc: emails(mail.cc),
    bcc: emails(mail.bcc),
    replyTo: mail.replyTo?.email,
    attachments: undefined,
    file,
    image,
  },
  sms,
  push: {
    ...push,
    // FCM accepts only text values.
    texts: Object.fromEntries(
      Object.entries(push.data ?? {}).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  },
  chat,
  key: uuidOf(mail.id),
};
