import { z } from 'zod';
import type { JsonObject } from '#lib/api/text.ts';
import { isObject } from '#lib/json.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { needed, type StepType, skip, text } from './controls.ts';
import { skipField, TEMPLATE_HELP } from './fields.ts';
import { maskToken } from './mask-address.ts';
import { type Address, nothingToSend, type RecipientChannel, type StepInput, type StepOutcome } from './run.ts';

/** Spec 2.9, push. */
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

/** One message per device. */
function send({ output, recipient, overrides }: StepInput): StepOutcome {
  const [title, content] = [String(output.subject ?? ''), String(output.body ?? '')];
  if (`${title}${content}`.trim() === '') return nothingToSend('body');
  const connections = recipient.channels.filter(({ channel }) => channel === 'push');
  const { data } = overrides;
  const message = { title, content, ...(isObject(data) && { data }) };
  return {
    type: 'send',
    content: { title, content },
    missing: connections.length === 0 ? reasonFor('no_channel', { channel: 'push' }) : reasonFor('no_token', {}),
    addresses: connections.flatMap((connection) => addressesOf(connection, message)),
  };
}

function addressesOf(
  { id, integrationId, deviceTokens }: RecipientChannel,
  message: { title: string; content: string; data?: JsonObject },
): Address[] {
  return deviceTokens.map((token) => ({
    key: `push:${id}:${token}`,
    shown: maskToken(token),
    integrationId,
    device: { channelId: id, token },
    record: { deviceTokens: [token] },
    message: { channel: 'push', token, ...message },
  }));
}
