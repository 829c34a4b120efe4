/** Reasons that providers report after they accepted a message. */

import { quoted } from './answering.ts';
import { define } from './definition.ts';
import { addressName, subscriberAddress } from './links.ts';

export const REPORT_REASONS = {
  delivered: define({
    layer: 'provider',
    may: ['provider', 'at'],
    summary: ({ at }, { on }) => `The message was delivered${on(at)}`,
    detail: 'Message delivered',
    status: 'Success',
    source: 'Webhook',
    outcome: 'sent',
  }),
  bounced: define({
    layer: 'provider',
    may: ['provider', 'words', 'at'],
    summary: ({ words }) => `The receiving server returned the message${words ? `: ${quoted(words)}` : ''}`,
    why: ({ words }) => `sent back${words ? ` with ${quoted(words)}` : ''}`,
    predicate: ({ words }) => `bounced${words ? `: sent back with ${quoted(words)}` : ''}`,
    fix: {
      text: (_, { channel }) =>
        `Ask for the right ${addressName(channel)} and enter it in the profile. Later triggers use the new profile.`,
      to: (_, places) => subscriberAddress('Correct')({}, { channel: 'email', ...places }),
      permission: 'subscribers:write',
    },
    detail: 'Message bounced',
    status: 'Failed',
    source: 'Webhook',
    outcome: 'failed',
  }),
  dropped: define({
    layer: 'provider',
    may: ['provider', 'words', 'at'],
    summary: ({ provider = 'The provider', words }) =>
      `${provider} accepted the message, but did not send it${words ? `: ${quoted(words)}` : ''}`,
    why: ({ provider = 'the provider', words }) =>
      `${provider} did not send the message${words ? `: ${quoted(words)}` : ''}`,
    fix: {
      text: 'Remove the address from the suppressions of the provider, or correct the cause that the provider names.',
    },
    detail: 'Message rejected',
    status: 'Failed',
    source: 'Webhook',
    outcome: 'failed',
  }),
  complained: define({
    layer: 'provider',
    may: ['provider', 'at'],
    summary: (_, { Subscriber }) => `${Subscriber} reported the message as spam`,
    fix: { text: 'Send nothing more to this address until the subscriber asks for it.' },
    detail: 'Message complaint',
    status: 'Warning',
    source: 'Webhook',
    outcome: 'sent',
  }),
  unsubscribed: define({
    layer: 'provider',
    may: ['provider', 'at'],
    summary: (_, { Subscriber }) => `${Subscriber} unsubscribed with the link in the message`,
    detail: 'Message unsubscribed',
    status: 'Warning',
    source: 'Webhook',
    outcome: 'sent',
  }),
} as const;
