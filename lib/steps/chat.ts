import { z } from 'zod';
import { isObject } from '#lib/json/values.ts';
import type { ChatMessage, ChatTemplate } from '#lib/providers/message.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { credentialsRestrictedAt } from '#lib/subscribers/restriction.ts';
import { needed, type StepType, skip } from './controls.ts';
import { skipField, TEMPLATE_HELP } from './fields.ts';
import { maskWebhook } from './mask-address.ts';
import { DraftPair, objectOf, Pair } from './pairs.ts';
import {
  type Address,
  nothingToSend,
  type Recipient,
  type RecipientChannel,
  type StepInput,
  type StepOutcome,
} from './run.ts';
import { singleLine } from './single-line.ts';

/** The controls of a chat step (spec 2.9). */
const ChatControls = z.looseObject({
  skip,
  body: z.string().optional(),
  /**
   * An addition to the interface: the template with which WhatsApp opens a conversation. Other chat tools get the body.
   */
  whatsapp: z
    .looseObject({
      template: z.string().optional(),
      language: z.string().optional(),
      parameters: z.array(DraftPair).optional(),
    })
    .optional(),
});

/** Whether the text is the name of a template at WhatsApp, or a Liquid template, whose value is known only in a run. */
function isTemplateName(text: string): boolean {
  return isLiquid(text) || /^[a-z\d_]+$/.test(text.trim());
}

const Whatsapp = z.strictObject({
  template: z
    .string(needed('The template is missing. Enter its name, or remove language and parameters.'))
    .refine(isTemplateName, 'A template name has lower-case letters, digits and underscores only. Correct the name.'),
  language: z
    .string(needed('The language of the template is missing. Enter its code, such as en_US.'))
    .min(1)
    .refine(isLanguage, 'A language is a code such as en or en_US. Enter the code that WhatsApp Manager shows.'),
  parameters: z
    .array(Pair)
    .refine(areComplete, 'Parameters are either the numbers from 1 on, without a gap, or names. Correct their keys.')
    .optional(),
});

/**
 * Whether the text is a language code of WhatsApp, also with the hyphen of a locale, or a Liquid template. Another rule
 * rejects an empty text.
 */
function isLanguage(text: string): boolean {
  return text === '' || isLiquid(text) || /^[a-z]{2,3}(?:[_-][A-Z]{2,3})?$/.test(text.trim());
}

/** Whether the keys are either the numbers from 1 to their count, or names only. WhatsApp allows no mixture. */
function areComplete(parameters: readonly { key: string }[]): boolean {
  const keys = parameters.map(({ key }) => key.trim());
  if (keys.some(isLiquid)) return true;
  const numbers = keys.filter((key) => /^\d+$/.test(key)).map(Number);
  if (numbers.length === 0) return true;
  return numbers.length === keys.length && keys.every((_, at) => numbers.includes(at + 1));
}

function isLiquid(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

export const chat = {
  type: 'chat',
  label: 'Chat',
  icon: 'chat',
  purpose: 'A message to a chat tool',
  controls: ChatControls,
  complete: z.strictObject({
    skip,
    body: z.string(needed('The message is empty. Write its body.')).min(1),
    whatsapp: Whatsapp.optional(),
  }),
  templates: {
    body: 'marked',
    'whatsapp.template': 'text',
    'whatsapp.language': 'text',
    'whatsapp.parameters': 'text',
  },
  render: ({ body, whatsapp }) => ({ body: String(body ?? ''), ...(isObject(whatsapp) && { whatsapp }) }),
  run: send,
  outsideSchedule: 'skip',
  group: 'CHAT',
  fields: {
    body: { component: 'CHAT_BODY', widget: 'template-text', label: 'Message', help: TEMPLATE_HELP },
    whatsapp: {
      widget: 'whatsapp',
      label: 'WhatsApp template',
      noun: 'WhatsApp template',
      parts: { template: '', language: 'language of the template', parameters: 'parameters of the template' },
      help: 'The name of an approved template, which is sent instead of the message. WhatsApp accepts messages without a template only within 24 hours of the person’s last message.',
      placeholder: 'order_shipped',
      whole: true,
    },
    ...skipField,
  },
  preview: 'chat',
} as const satisfies StepType;

/** Sends one message per connection. */
function send({ output, values, recipient }: StepInput): StepOutcome {
  const content = String(output.body ?? '');
  if (content.trim() === '') return nothingToSend('body');
  const template = templateOf(output.whatsapp);
  const connections = recipient.channels.filter(({ channel }) => channel === 'chat');
  return {
    type: 'send',
    content: { content },
    missing: reasonFor('no_channel', { channel: 'chat' }),
    addresses: connections.map((connection) =>
      addressOf(connection, recipient, { content, values: values?.body, ...(template && { template }) }),
    ),
  };
}

function addressOf(
  { id, integrationId, credentials, isUnreadable, changedAt, restricted }: RecipientChannel,
  { phone }: Recipient,
  text: Pick<ChatMessage, 'content' | 'values' | 'template'>,
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

/** Returns the template with its values. Undefined if its name is empty after rendering. */
function templateOf(whatsapp: unknown): ChatTemplate | undefined {
  if (!isObject(whatsapp)) return undefined;
  const name = String(whatsapp.template ?? '').trim();
  if (name === '') return undefined;
  // A subscriber’s locale has a hyphen (`de-DE`), a language code of WhatsApp an underscore.
  const language = String(whatsapp.language ?? '')
    .trim()
    .replace('-', '_');
  const parameters = Object.entries(objectOf(whatsapp.parameters)).map(([key, text]) => ({
    name: key.trim(),
    text: singleLine(text),
  }));
  return { name, language, parameters };
}
