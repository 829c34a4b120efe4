import type { Channel } from '#lib/providers/channel.ts';
import { STEP_FACTS } from './facts.generated.ts';
import type { StepTypeName } from './type-names.ts';

/** The display names of the channels, in the order in which pages list channels. */
export const channelLabels = {
  in_app: STEP_FACTS.in_app.label,
  email: STEP_FACTS.email.label,
  sms: STEP_FACTS.sms.label,
  chat: STEP_FACTS.chat.label,
  push: STEP_FACTS.push.label,
} as const satisfies Record<Channel, string>;

/** The display names of the step types. */
export const stepLabels = {
  ...Object.fromEntries(Object.entries(STEP_FACTS).map(([type, { label }]) => [type, label])),
  trigger: 'Trigger',
} as Record<StepTypeName, string>;

/** Whether a step sends a message on a channel. */
export function isDelivery(type: StepTypeName): type is Channel {
  return type in channelLabels;
}

/** Returns the channel of a delivery step, whose type is the channel's name. Undefined for other steps. */
export function channelOf(type: StepTypeName): Channel | undefined {
  return isDelivery(type) ? type : undefined;
}
