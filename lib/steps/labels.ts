import type { Channel } from '#lib/providers/channel.ts';
import { STEPS, stepType } from './index.ts';
import { type StepTypeName, WORKFLOW_STEP_TYPES } from './step-type.ts';

/** What people call the channels, in the order in which they are always shown. */
export const channelLabels = {
  in_app: STEPS.in_app.label,
  email: STEPS.email.label,
  sms: STEPS.sms.label,
  chat: STEPS.chat.label,
  push: STEPS.push.label,
} as const satisfies Record<Channel, string>;

/** What people call the step types. */
export const stepLabels = {
  ...Object.fromEntries(WORKFLOW_STEP_TYPES.map((type) => [type, stepType(type).label])),
  trigger: 'Trigger',
} as Record<StepTypeName, string>;

/** Steps that hand a message to a channel. */
export function isDelivery(type: StepTypeName): type is Channel {
  return type in channelLabels;
}

/** A label or clause within a text: its first letter small, unless it is an abbreviation. */
export function lowerFirst(text: string): string {
  return /^[A-Z][^A-Z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
