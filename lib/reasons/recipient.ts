/** Reasons that follow from the subscriber's own settings and addresses. */
import { capitalised, channelName, define } from './definition.ts';
import { subscriberLink, workflowLink } from './links.ts';

const ASK = { text: 'Ask them to switch it on.', link: subscriberLink('preferences') };
const COMPLETE_SUBSCRIBER = { text: 'Add it to the subscriber.', link: subscriberLink() };
const CONNECT_SUBSCRIBER = { text: 'Connect the subscriber with the channel.', link: subscriberLink('channels') };

export const RECIPIENT_REASONS = {
  preference_workflow: define({
    layer: 'preference',
    needs: ['channel'],
    may: ['preference', 'since', 'layer'],
    summary: ({ channel, since }, { Subscriber, on }) =>
      `${Subscriber} switched ${channelName(channel)} off for this workflow${on(since)}`,
    brief: ({ since }, { on }) => `switched off for this workflow${on(since)}`,
    fix: ASK,
    detail: 'Step filtered by subscriber workflow preferences',
    status: 'Success',
    outcome: 'skipped',
  }),
  preference_global: define({
    layer: 'preference',
    needs: ['channel'],
    may: ['preference', 'since', 'layer'],
    summary: ({ channel, since }, { Subscriber, on }) =>
      `${Subscriber} switched ${channelName(channel)} off for all workflows${on(since)}`,
    brief: ({ since }, { on }) => `switched off for all workflows${on(since)}`,
    fix: ASK,
    detail: 'Step filtered by subscriber global preferences',
    status: 'Success',
    outcome: 'skipped',
  }),
  preference_default: define({
    layer: 'preference',
    needs: ['channel'],
    may: ['layer'],
    summary: ({ channel }) => `${capitalised(channelName(channel))} is off by the workflow’s default`,
    brief: () => 'off by the workflow’s default',
    fix: { text: 'Switch the channel on in the workflow’s settings.', link: workflowLink },
    detail: 'Step filtered by workflow preferences',
    status: 'Success',
    outcome: 'skipped',
  }),
  preference_condition: define({
    layer: 'preference',
    needs: ['channel', 'condition', 'values'],
    may: ['preference', 'since', 'problem'],
    summary: (_, { Subscriber }) => `The condition of ${Subscriber}’s preference was false`,
    fix: { text: 'Change the condition in the subscriber’s preferences.', link: subscriberLink('preferences') },
    detail: 'Step filtered by user preferences',
    status: 'Success',
    outcome: 'skipped',
  }),
  outside_schedule: define({
    layer: 'subscriber',
    needs: ['hours', 'timezone'],
    may: ['until'],
    summary: ({ hours, timezone }) => `Outside the subscriber’s hours, ${hours} in ${timezone}`,
    fix: { text: 'Make the workflow critical, or let a delay before the step wait for the hours.', link: workflowLink },
    detail: "The step was skipped as it fell outside the subscriber's schedule",
    status: 'Success',
    outcome: 'skipped',
  }),
  no_address: define({
    layer: 'subscriber',
    needs: ['channel'],
    summary: ({ channel }, { Subscriber }) => `${Subscriber} has no ${ADDRESSES[channel] ?? 'address'}`,
    brief: ({ channel }) => `no ${ADDRESSES[channel] ?? 'address'}`,
    fix: COMPLETE_SUBSCRIBER,
    detail: ({ channel }) =>
      channel === 'email' ? 'Subscriber missing email address' : 'Subscriber missing phone number',
    status: 'Warning',
    source: 'Credentials',
    outcome: 'skipped',
  }),
  no_channel: define({
    layer: 'subscriber',
    needs: ['channel'],
    summary: ({ channel }, { Subscriber }) => `${Subscriber} has no ${channelName(channel)} connection`,
    brief: ({ channel }) => `no ${channelName(channel)} connection`,
    fix: CONNECT_SUBSCRIBER,
    detail: 'Subscriber does not have a configured channel',
    status: 'Warning',
    source: 'Credentials',
    outcome: 'skipped',
  }),
  no_token: define({
    layer: 'subscriber',
    summary: (_, { Subscriber }) => `${Subscriber} has no device registered for push`,
    brief: () => 'no device registered',
    fix: { text: 'Register a device of theirs.', link: subscriberLink('channels') },
    detail: 'Subscriber credentials is missing the tokens for sending a push notification message',
    status: 'Warning',
    source: 'Credentials',
    outcome: 'skipped',
  }),
  token_gone: define({
    layer: 'subscriber',
    needs: ['provider', 'address'],
    may: ['words', 'status', 'providerCode', 'attempt'],
    summary: ({ provider }) => `${provider} reported the device gone; its token was removed`,
    fix: { text: 'Register the device again.', link: subscriberLink('channels') },
    detail: 'Invalid push device token was removed from subscriber',
    status: 'Warning',
    source: 'Credentials',
    outcome: 'skipped',
  }),
  suppressed: define({
    layer: 'subscriber',
    needs: ['address', 'event'],
    may: ['since'],
    summary: ({ address, event, since }, { on }) =>
      `${address} is suppressed: it ${EVENTS[event] ?? event}${on(since)}`,
    fix: { text: 'Remove the address from the suppression list.' },
    status: 'Warning',
    outcome: 'skipped',
  }),
  subscriber_deleted: define({
    layer: 'subscriber',
    may: ['actor', 'at'],
    summary: ({ actor, at }, { on }) => `The subscriber was deleted${by(actor)}${on(at)}`,
    status: 'Warning',
    outcome: 'skipped',
  }),
} as const;

const ADDRESSES: Record<string, string | undefined> = { email: 'e-mail address', sms: 'phone number' };

const EVENTS: Record<string, string | undefined> = { bounced: 'bounced', complained: 'complained' };

function by(actor: string | undefined): string {
  return actor === undefined ? '' : ` by ${actor}`;
}
