import { z } from 'zod';
import { type StepDefinition, skip, skipUi } from './controls.ts';

/** Spec 2.9, sms. */
export const SmsControls = z.strictObject({ skip, body: z.string().optional() });
export type SmsControls = z.infer<typeof SmsControls>;

export const sms = {
  type: 'sms',
  label: 'SMS',
  controls: SmsControls,
  uiSchema: { group: 'SMS', properties: { body: { component: 'SMS_BODY' }, ...skipUi } },
} as const satisfies StepDefinition;
