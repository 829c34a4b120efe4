import type { Channel } from '#lib/providers/channel.ts';
import type { StepType } from './step-type.ts';

/** What people call the channels, in the order in which they are always shown. */
export const channelWords = {
  in_app: 'In-app',
  email: 'E-mail',
  sms: 'SMS',
  chat: 'Chat',
  push: 'Push',
} as const satisfies Record<Channel, string>;

/** What people call the step types. */
export const stepWords = {
  ...channelWords,
  digest: 'Digest',
  delay: 'Delay',
  throttle: 'Throttle',
  custom: 'Custom step',
  http_request: 'HTTP request',
  trigger: 'Trigger',
} as const satisfies Record<StepType, string>;

/** What a step that waits is waiting for; the others wait for a time. */
export const waitWords: Partial<Record<StepType, string>> = {
  digest: 'Collecting events for a digest',
};

/** Steps that hand a message to a channel. */
export function isDelivery(type: StepType): type is Channel {
  return type in channelWords;
}

/** A word or sentence inside another one: its first letter small, unless it is an abbreviation. */
export function midSentence(text: string): string {
  return /^[A-Z][^A-Z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
