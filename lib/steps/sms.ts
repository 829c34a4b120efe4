import { z } from 'zod';
import { needed, type StepDefinition, skip, skipUi } from './controls.ts';

/** Spec 2.9, sms. */
export const SmsControls = z.looseObject({ skip, body: z.string().optional() });
export type SmsControls = z.infer<typeof SmsControls>;

export const sms = {
  type: 'sms',
  label: 'SMS',
  purpose: 'A text message to a phone',
  controls: SmsControls,
  complete: z.strictObject({ skip, body: z.string(needed('The message is empty. Write its body.')).min(1) }),
  templates: { body: 'text' },
  render: ({ body }, { smsSegments }) => ({ body: String(body ?? ''), segments: smsSegments(String(body ?? '')) }),
  uiSchema: { group: 'SMS', properties: { body: { component: 'SMS_BODY' }, ...skipUi } },
} as const satisfies StepDefinition;
