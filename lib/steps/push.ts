import { z } from 'zod';
import { type StepDefinition, skip, skipUi } from './controls.ts';

/** Spec 2.9, push. */
export const PushControls = z.strictObject({ skip, subject: z.string().optional(), body: z.string().optional() });
export type PushControls = z.infer<typeof PushControls>;

export const push = {
  type: 'push',
  label: 'Push',
  controls: PushControls,
  uiSchema: {
    group: 'PUSH',
    properties: { subject: { component: 'PUSH_SUBJECT' }, body: { component: 'PUSH_BODY' }, ...skipUi },
  },
} as const satisfies StepDefinition;
