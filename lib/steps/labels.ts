import type { Channel } from '#lib/providers/channel.ts';
import { STEPS, stepType } from './index.ts';
import { type StepTypeName, WORKFLOW_STEP_TYPES } from './step-type.ts';

/** The names of the channels for people, in the order in which they are always shown. */
export const channelLabels = {
  in_app: STEPS.in_app.label,
  email: STEPS.email.label,
  sms: STEPS.sms.label,
  chat: STEPS.chat.label,
  push: STEPS.push.label,
} as const satisfies Record<Channel, string>;

/** The names of the step types for people. */
export const stepLabels = {
  ...Object.fromEntries(WORKFLOW_STEP_TYPES.map((type) => [type, stepType(type).label])),
  trigger: 'Trigger',
} as Record<StepTypeName, string>;

/** Whether a step hands a message to a channel. */
export function isDelivery(type: StepTypeName): type is Channel {
  return type in channelLabels;
}

/** A label or clause for the middle of a text: its first letter in lower case, unless it is an abbreviation. */
export function lowerFirst(text: string): string {
  return /^[A-Z][^A-Z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
