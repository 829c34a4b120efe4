import { z } from 'zod';
import type { ChatMessage } from '#lib/providers/message.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { credentialsRestrictedAt } from '#lib/subscribers/restriction.ts';
import { needed, type StepType, skip } from './controls.ts';
import { skipField, TEMPLATE_HELP } from './fields.ts';
import { maskWebhook } from './mask-address.ts';
import {
  type Address,
  nothingToSend,
  type Recipient,
  type RecipientChannel,
  type StepInput,
  type StepOutcome,
} from './run.ts';

/** Spec 2.9, chat. */
const ChatControls = z.looseObject({ skip, body: z.string().optional() });

export const chat = {
  type: 'chat',
  label: 'Chat',
  icon: 'chat',
  purpose: 'A message to a chat tool',
  controls: ChatControls,
  complete: z.strictObject({ skip, body: z.string(needed('The message is empty. Write its body.')).min(1) }),
  templates: { body: 'marked' },
  render: ({ body }) => ({ body: String(body ?? '') }),
  run: send,
  outsideSchedule: 'skip',
  group: 'CHAT',
  fields: {
    body: { component: 'CHAT_BODY', widget: 'template-text', label: 'Message', help: TEMPLATE_HELP },
    ...skipField,
  },
  preview: 'chat',
} as const satisfies StepType;

/** Sends one message per connection. */
function send({ output, values, recipient }: StepInput): StepOutcome {
  const content = String(output.body ?? '');
  if (content.trim() === '') return nothingToSend('body');
  const connections = recipient.channels.filter(({ channel }) => channel === 'chat');
  return {
    type: 'send',
    content: { content },
    missing: reasonFor('no_channel', { channel: 'chat' }),
    addresses: connections.map((connection) => addressOf(connection, recipient, { content, values: values?.body })),
  };
}

function addressOf(
  { id, integrationId, credentials, isUnreadable, changedAt, restricted }: RecipientChannel,
  { phone }: Recipient,
  text: Pick<ChatMessage, 'content' | 'values'>,
): Address {
  const { webhookUrl } = credentials;
  const target = { ...credentials, ...(phone && { phoneNumber: phone }) };
  return {
    key: `chat:${id}`,
    shown: webhookUrl ? maskWebhook(webhookUrl) : (credentials.channel ?? 'the connection'),
    integrationId,
    connectionId: id,
    isUnreadable,
    ...(changedAt && { changedAt }),
    restrictedAt: restricted && credentialsRestrictedAt(restricted),
    record: { ...(webhookUrl && { directWebhookUrl: webhookUrl }) },
    message: { channel: 'chat', target, ...text },
  };
}
