/** Reasons for messages that wait because of an integration’s rate limit or daily quota. */

import { counted } from '#lib/text/counted.ts';
import { durationText } from '#lib/time/time.ts';
import { define } from './definition.ts';
import { integrationPage } from './links.ts';

export const LIMIT_REASONS = {
  rate_limit_waiting: define({
    layer: 'integration',
    needs: ['integration', 'provider', 'messagesPerSecond'],
    summary: (evidence) => `Waits for its turn: ${limited(evidence)}`,
    predicate: (evidence) => `waits for its turn: ${limited(evidence)}`,
    fix: {
      text: 'Belfry sends the message within the rate limit. Retry now to send the message before the others, or raise the limit if the provider allows more.',
      to: ({ integration }, places) => integrationPage()({}, { ...places, integration }),
      permission: 'integrations:write',
      action: 'retry',
    },
    detail: 'Unexpected provider error',
    status: 'Warning',
    outcome: 'waiting',
  }),
  rate_limit_exceeded: define({
    layer: 'integration',
    needs: ['integration', 'provider', 'messagesPerSecond', 'span'],
    summary: ({ span, ...evidence }) =>
      `The rate limit delayed the message for more than ${durationText(span)}: ${limited(evidence)}`,
    fix: {
      text: 'Raise the rate limit of the integration, then retry.',
      to: ({ integration }, places) => integrationPage()({}, { ...places, integration }),
      permission: 'integrations:write',
      action: 'retry',
    },
    detail: 'Unexpected provider error',
    status: 'Failed',
    outcome: 'failed',
  }),
  quota_waiting: define({
    layer: 'integration',
    needs: ['integration', 'provider', 'messagesPerDay', 'until'],
    summary: ({ until, ...evidence }, words) => `Waits for the next day, ${words.time(until)}: ${perDay(evidence)}`,
    predicate: ({ until, ...evidence }, words) => `waits until ${words.time(until)}: ${perDay(evidence)}`,
    fix: {
      text: 'Belfry sends the message on the next day (UTC), the oldest messages first. To send the message today, raise the daily quota of the integration if the provider allows more.',
      to: ({ integration }, places) => integrationPage()({}, { ...places, integration }),
      permission: 'integrations:write',
    },
    detail: 'Unexpected provider error',
    status: 'Warning',
    outcome: 'waiting',
  }),
  quota_exceeded: define({
    layer: 'integration',
    needs: ['integration', 'provider', 'messagesPerDay', 'until'],
    summary: ({ until, ...evidence }, words) =>
      `The message could not wait for the next day, ${words.time(until)}: ${perDay(evidence)}`,
    fix: {
      text: 'Raise the daily quota of the integration, then retry.',
      to: ({ integration }, places) => integrationPage()({}, { ...places, integration }),
      permission: 'integrations:write',
      action: 'retry',
    },
    detail: 'Unexpected provider error',
    status: 'Failed',
    outcome: 'failed',
  }),
} as const;

/** Returns the rate limit, for the middle of a sentence. */
function limited({ provider, messagesPerSecond }: { provider: string; messagesPerSecond: number }): string {
  return `${provider} gets at most ${counted(messagesPerSecond, 'message')} per second`;
}

/** Returns the text about a daily quota that is used up, for the middle of a sentence. */
function perDay({ provider, messagesPerDay }: { provider: string; messagesPerDay: number }): string {
  return `${provider} gets at most ${counted(messagesPerDay, 'message')} per day`;
}
