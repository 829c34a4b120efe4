/** Reasons that follow from the subscriber's own settings and addresses. */

import { CLOSED } from '#lib/preferences/time-of-day.ts';
import { CAUSES, type Cause } from '#lib/suppressions/causes.ts';
import { Answerer, answerer, noResponseClause, noResponseText, quoted } from './answering.ts';
import { by, capitalised, channelName, define, type Words, withValues } from './definition.ts';
import { addressName, subscriberAddress, subscriberTab, suppressedAddresses, workflowPage } from './links.ts';
import { unmetBy } from './needed.ts';
import { WITHHELD } from './withheld.ts';

const ASK = {
  text: 'The subscriber opted out. If the subscriber asks to opt back in, switch the channel on; the change applies to later triggers.',
  to: subscriberTab('preferences', 'Open this preference'),
  permission: 'preferences:write',
} as const;

const REGISTER =
  'Ask the subscriber to open your app and allow notifications: the app registers the device. Later triggers reach this device.';

export const RECIPIENT_REASONS = {
  preference_workflow: define({
    layer: 'preference',
    needs: ['channel'],
    may: ['preference', 'since', 'layer'],
    summary: ({ channel, since }, { Subscriber, onDay }) =>
      `${Subscriber} switched ${channelName(channel)} off for this workflow${onDay(since)}`,
    why: ({ since }, { onDay }) => `switched off for this workflow${onDay(since)}`,
    fix: ASK,
    detail: 'Step filtered by subscriber workflow preferences',
    status: 'Success',
    outcome: 'skipped',
  }),
  preference_global: define({
    layer: 'preference',
    needs: ['channel'],
    may: ['preference', 'since', 'layer'],
    summary: ({ channel, since }, { Subscriber, onDay }) =>
      `${Subscriber} switched ${channelName(channel)} off for all workflows${onDay(since)}`,
    why: ({ since }, { onDay }) => `switched off for all workflows${onDay(since)}`,
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
    why: () => 'off by the workflow’s default',
    fix: {
      text: 'Switch the channel on for this person, or for everyone in the workflow’s settings.',
      to: subscriberTab('preferences', 'Open this preference'),
      permission: 'preferences:write',
    },
    detail: 'Step filtered by workflow preferences',
    status: 'Success',
    outcome: 'skipped',
  }),
  preference_condition: define({
    layer: 'preference',
    needs: ['channel', 'condition', 'values'],
    may: ['preference', 'since', 'problem'],
    summary: ({ values, problem }, { subscriber }) =>
      problem === undefined
        ? `The condition of ${subscriber}’s preference was not met${withValues(values)}`
        : `The condition of ${subscriber}’s preference cannot be read: ${problem.replace(/\.$/, '')}`,
    why: ({ problem, ...read }) =>
      problem === undefined
        ? unmetBy('the preference’s condition', read)
        : `the preference’s condition cannot be read: ${problem.replace(/\.$/, '')}`,
    fix: {
      text: 'If the subscriber should get these messages, change the condition of the preference in your product. The preference shows the condition.',
      to: subscriberTab('preferences', 'Open this preference'),
    },
    detail: 'Step filtered by user preferences',
    status: 'Success',
    outcome: 'skipped',
  }),
  outside_schedule: define({
    layer: 'subscriber',
    needs: ['hours', 'timezone'],
    may: ['until'],
    summary: (evidence, words) => `The time was outside the hours of ${words.subscriber}${openHours(evidence, words)}`,
    why: (evidence, words) => `outside the subscriber’s hours${openHours(evidence, words)}`,
    fix: {
      text: 'To wait for the hours instead of skipping, put a delay before the step. A critical workflow ignores hours.',
      to: workflowPage,
      permission: 'workflows:write',
    },
    detail: "The step was skipped as it fell outside the subscriber's schedule",
    status: 'Success',
    outcome: 'skipped',
  }),
  no_address: define({
    layer: 'subscriber',
    needs: ['channel'],
    summary: ({ channel }, { Subscriber }) => `${Subscriber} has no ${addressName(channel)}`,
    why: ({ channel }) => `no ${addressName(channel)}`,
    fix: {
      text: ({ channel }) =>
        `Add the ${addressName(channel)} to the profile. Later triggers use the new profile; this message needs a new trigger.`,
      together:
        'Add the missing details to the profile. Later triggers use the new profile; this message needs a new trigger.',
      to: ({ channel }, places) => subscriberAddress('Add')({}, { ...places, channel }),
      permission: 'subscribers:write',
    },
    detail: ({ channel }) =>
      channel === 'email' ? 'Subscriber missing email address' : 'Subscriber missing phone number',
    status: 'Warning',
    source: 'Credentials',
    outcome: 'skipped',
  }),
  address_changed: define({
    layer: 'subscriber',
    needs: ['channel'],
    /**
     * `at` is the time of a change by a member without `messages:content`. If absent, the subscriber changed after an
     * earlier attempt.
     */
    may: ['at'],
    summary: ({ channel, at }, words) => `${words.subscriber}’s ${addressName(channel)} was changed ${how(at, words)}`,
    why: ({ channel, at }, words) => `the ${addressName(channel)} was changed ${how(at, words)}`,
    fix: {
      text: 'Trigger the workflow again. Or ask a member who may see sensitive content to retry: the message then goes to the current address.',
      permission: 'messages:content',
      action: 'retry',
    },
    status: 'Failed',
    source: 'Credentials',
    outcome: 'failed',
  }),
  no_channel: define({
    layer: 'subscriber',
    needs: ['channel'],
    summary: ({ channel }, { Subscriber }) => `${Subscriber} has no ${addressName(channel)}`,
    why: ({ channel }) => `no ${addressName(channel)}`,
    fix: {
      text: ({ channel }) =>
        channel === 'push'
          ? REGISTER
          : `Your product stores the ${addressName(channel)}, for instance when the person connects an account. Later triggers use the stored value.`,
      to: ({ channel }, places) => subscriberAddress('Add')({}, { ...places, channel }),
    },
    detail: 'Subscriber does not have a configured channel',
    status: 'Warning',
    source: 'Credentials',
    outcome: 'skipped',
  }),
  no_token: define({
    layer: 'subscriber',
    summary: (_, { Subscriber }) => `${Subscriber} has no ${addressName('push')}`,
    why: () => `no ${addressName('push')}`,
    fix: { text: REGISTER, to: subscriberTab('channels', 'Open the push devices') },
    detail: 'Subscriber credentials is missing the tokens for sending a push notification message',
    status: 'Warning',
    source: 'Credentials',
    outcome: 'skipped',
  }),
  token_gone: define({
    layer: 'subscriber',
    needs: ['provider', 'address'],
    may: ['words', 'status', 'providerCode', 'attempt', 'answeredBy'],
    summary: ({ provider, answeredBy }) =>
      `${answeredBy === undefined ? provider : 'The sandbox'} reported that the device no longer accepts messages; its token was removed`,
    fix: {
      text: 'Ask the subscriber to open your app: the app registers the device again.',
      to: subscriberTab('channels', 'Open the push devices'),
    },
    detail: 'Invalid push device token was removed from subscriber',
    status: 'Warning',
    source: 'Credentials',
    outcome: 'skipped',
  }),
  connection_refused: define({
    layer: 'provider',
    needs: ['provider', 'attempt'],
    may: ['words', 'problem', 'status', 'providerCode', 'address', 'answeredBy'],
    summary: ({ words, problem, ...by }) =>
      problem === undefined
        ? `${Answerer(by)} could not reach the subscriber’s connection: ${quoted(words ?? WITHHELD)}`
        : noResponseText({ ...by, problem }),
    why: ({ words, problem, ...by }) =>
      problem === undefined
        ? `${answerer(by)} could not reach the subscriber’s connection: ${quoted(words ?? WITHHELD)}`
        : noResponseClause({ ...by, problem }),
    fix: {
      text: (_, { channel }) =>
        `Ask the subscriber to allow messages there or to connect again: your product stores the new ${addressName(channel)}. Then retry.`,
      to: (_, places) => subscriberAddress('Open')({}, places),
      action: 'retry',
    },
    detail: 'Unexpected provider error',
    status: 'Failed',
    source: 'Credentials',
    outcome: 'failed',
  }),
  suppressed: define({
    layer: 'subscriber',
    needs: ['address', 'event'],
    may: ['since'],
    summary: ({ address, event, since }, { onDay, address: shown }) =>
      `${shown(address)} is on the suppression list: it ${CAUSES[event as Cause]?.words ?? event}${onDay(since)}`,
    fix: {
      text: 'If the address works again, remove it from the suppression list: the next message is then sent. If the subscriber has another address, enter it in the profile.',
      to: suppressedAddresses,
      permission: 'suppressions:remove',
    },
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

/** "on 3 May 2026, 14:05 UTC by a member who may not see sensitive content" */
function how(at: string | undefined, { onDay }: Words): string {
  if (at === undefined) return 'after the first attempt, and the content is sensitive';
  return `${onDay(at)} by a member who may not see sensitive content`.trimStart();
}

/** ", 09:00–18:00 (Europe/London)". For a day without hours, contains the next opening instead, if it is known. */
function openHours(
  { hours, timezone, until }: { hours: string; timezone: string; until?: string | undefined },
  { time }: Pick<Words, 'time'>,
): string {
  if (hours !== CLOSED) return `, ${hours} (${timezone})`;
  return until === undefined ? `: none on that day (${timezone})` : `, which begin ${time(until)}`;
}
