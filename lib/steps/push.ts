import { z } from 'zod';
import { needed, type StepDefinition, skip, skipUi, text } from './controls.ts';

/** Spec 2.9, push. */
export const PushControls = z.looseObject({ skip, subject: z.string().optional(), body: z.string().optional() });
export type PushControls = z.infer<typeof PushControls>;

export const push = {
  type: 'push',
  label: 'Push',
  purpose: 'A notification on a phone or a desktop',
  controls: PushControls,
  complete: z.strictObject({
    skip,
    subject: text.optional(),
    body: z.string(needed('The message is empty. Write its body.')).min(1),
  }),
  templates: { subject: 'text', body: 'text' },
  render: ({ subject, body }) => ({ subject: String(subject ?? ''), body: String(body ?? '') }),
  uiSchema: {
    group: 'PUSH',
    properties: { subject: { component: 'PUSH_SUBJECT' }, body: { component: 'PUSH_BODY' }, ...skipUi },
  },
} as const satisfies StepDefinition;
