import { z } from 'zod';
import { isObject } from '#lib/json/values.ts';
import type { PushMessage } from '#lib/providers/message.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { tokenRestrictedAt } from '#lib/subscribers/restriction.ts';
import { needed, type StepType, skip, text } from './controls.ts';
import { skipField, TEMPLATE_HELP } from './fields.ts';
import { maskToken } from './mask-address.ts';
import {
  type Address,
  nothingToSend,
  type Recipient,
  type RecipientChannel,
  type StepInput,
  type StepOutcome,
} from './run.ts';

/** The controls of a push step (spec 2.9). */
const PushControls = z.looseObject({ skip, subject: z.string().optional(), body: z.string().optional() });

export const push = {
  type: 'push',
  label: 'Push',
  icon: 'bell',
  purpose: 'A notification on a phone or a desktop',
  controls: PushControls,
  complete: z.strictObject({
    skip,
    subject: text.optional(),
    body: z.string(needed('The message is empty. Write its body.')).min(1),
  }),
  templates: { subject: 'text', body: 'text' },
  render: ({ subject, body }) => ({ subject: String(subject ?? ''), body: String(body ?? '') }),
  run: send,
  outsideSchedule: 'skip',
  group: 'PUSH',
  fields: {
    subject: { component: 'PUSH_SUBJECT', widget: 'template-line', label: 'Title' },
    body: { component: 'PUSH_BODY', widget: 'template-text', label: 'Text', help: TEMPLATE_HELP },
    ...skipField,
  },
  preview: 'push',
} as const satisfies StepType;

/** Sends one message per device. */
function send({ output, recipient, payload, events, overrides }: StepInput): StepOutcome {
  const [title, content] = [String(output.subject ?? ''), String(output.body ?? '')];
  if (`${title}${content}`.trim() === '') return nothingToSend('body');
  const connections = recipient.channels.filter(({ channel }) => channel === 'push');
  const { data } = overrides;
  const isOverridden = isObject(data);
  const message = {
    title,
    content,
    ...(isOverridden ? { data } : Object.keys(payload).length > 0 && { data: payload, isPayload: true }),
    subscriber: personOf(recipient),
    ...(events && { events }),
  };
  return {
    type: 'send',
    content: { title, content },
    missing: connections.length === 0 ? reasonFor('no_channel', { channel: 'push' }) : reasonFor('no_token', {}),
    addresses: connections.flatMap((connection) => addressesOf(connection, message)),
  };
}

/** Returns the subscriber in the form that templates use. */
function personOf({ subscriberId, firstName, lastName, email, phone, avatar, locale, timezone, data }: Recipient) {
  return { subscriberId, firstName, lastName, email, phone, avatar, locale, timezone, data };
}

function addressesOf(
  { id, integrationId, deviceTokens, restricted }: RecipientChannel,
  message: Omit<PushMessage, 'id' | 'channel' | 'token'>,
): Address[] {
  return deviceTokens.map((token) => ({
    key: `push:${id}:${token}`,
    shown: maskToken(token),
    integrationId,
    restrictedAt: restricted && tokenRestrictedAt(restricted, token),
    device: { channelId: id, token },
    record: { deviceTokens: [token] },
    message: { channel: 'push', token, ...message },
  }));
}
