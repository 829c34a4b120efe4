import { z } from 'zod';
import { reasonFor } from '#lib/reasons/registry.ts';
import { needed, type StepType, skip } from './controls.ts';
import { skipField, TEMPLATE_HELP } from './fields.ts';
import { maskPhone } from './mask-address.ts';
import { nothingToSend, overriddenText, type StepInput, type StepOutcome } from './run.ts';

/** The controls of an SMS step (spec 2.9). */
const SmsControls = z.looseObject({ skip, body: z.string().optional() });

export const sms = {
  type: 'sms',
  label: 'SMS',
  icon: 'message',
  purpose: 'A text message to a phone',
  controls: SmsControls,
  complete: z.strictObject({ skip, body: z.string(needed('The message is empty. Write its body.')).min(1) }),
  templates: { body: 'text' },
  render: ({ body }, { smsSegments }) => ({ body: String(body ?? ''), segments: smsSegments(String(body ?? '')) }),
  run: send,
  outsideSchedule: 'skip',
  group: 'SMS',
  fields: {
    body: {
      component: 'SMS_BODY',
      widget: 'template-text',
      label: 'Text',
      help: TEMPLATE_HELP,
      placeholder: 'Your code is {{ payload.code }}',
    },
    ...skipField,
  },
  preview: 'sms',
} as const satisfies StepType;

function send({ output, recipient, overrides }: StepInput): StepOutcome {
  const content = overriddenText(overrides, 'content') ?? String(output.body ?? '');
  if (content.trim() === '') return nothingToSend('body');
  const overridden = overriddenText(overrides, 'to');
  const to = overridden ?? recipient.phone;
  const from = overriddenText(overrides, 'from');
  return {
    type: 'send',
    content: { content },
    missing: reasonFor('no_address', { channel: 'sms' }),
    addresses: to
      ? [
          {
            key: 'sms',
            shown: maskPhone(to),
            suppressedAs: to,
            restrictedAt: (overridden === undefined && recipient.restricted?.phone) || undefined,
            record: { phone: to },
            message: { channel: 'sms', to, content, ...(from && { from }) },
          },
        ]
      : [],
  };
}
