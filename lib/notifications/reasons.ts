import { midSentence } from '#lib/steps/words.ts';
import type { ExecutionDetail, Job } from './schema.ts';

/** What the texts of execution details mean to a person. `channel` is the word of the step: "E-mail". */
const sentences: Record<string, (channel: string) => string> = {
  'Step filtered by subscriber workflow preferences': (c) =>
    `${c} is off in this person’s preferences for the workflow`,
  'Step filtered by subscriber global preferences': (c) => `${c} is off in this person’s general preferences`,
  'Step filtered by workflow preferences': (c) => `${c} is off in the workflow’s own preferences`,
  'Step filtered by user preferences': (c) => `${c} is off in this person’s preferences`,
  'Step was skipped based on steps conditions': () => 'The step’s conditions did not match',
  'Processing step filter': () => 'The step’s conditions did not match',
  'The step was skipped as it fell outside the subscriber’s schedule': () => 'Outside the hours this person allows',
  "The step was skipped as it fell outside the subscriber's schedule": () => 'Outside the hours this person allows',
  'Subscriber missing email address': () => 'This person has no e-mail address',
  'Subscriber missing phone number': () => 'This person has no phone number',
  'Subscriber is missing a phone number': () => 'This person has no phone number',
  'Subscriber does not have a configured channel': (c) => `This person has no ${midSentence(c)} channel set up`,
  'Subscriber does not have a configured channel with the given context': (c) =>
    `This person has no ${midSentence(c)} channel set up for this context`,
  'Subscriber credentials is missing the tokens for sending a push notification message': () =>
    'This person has no device registered for push',
  'Subscriber does not have an active integration': (c) => `There is no active integration for ${midSentence(c)}`,
  'Provider is missing or not configured': () => 'The provider is missing or not configured',
  'Webhook URL for the chat channel is missing': () => 'The chat channel has no webhook URL',
  'All chat channels failed to send the message': () => 'Every chat channel of this person failed',
  'Throttle limit exceeded for the given window': () => 'The throttle’s limit for this window was reached',
  'Step was throttled due to rate limiting': () => 'The throttle’s limit for this window was reached',
  'Digest was merged with other digest': () => 'Joined a digest that was already collecting',
  'Step was canceled because a previous step failed': () => 'A step before it failed',
  'Invalid delay configuration': () => 'The delay’s settings make no sense for this event',
  'Defer duration limit exceeded': () => 'The delay is longer than allowed',
  'Message content could not be generated': () => 'The content could not be rendered',
  'Action step execution failed': () => 'The request failed',
  'Response body schema validation failed': () => 'The answer does not have the declared shape',
  'Message bounced': () => 'The receiving server bounced it',
  'Message rejected': () => 'The receiving server rejected it',
  'Message blocked': () => 'The receiving server blocked it',
};

/** Texts that only say *that* something went wrong; the provider's own answer says what. */
const vague = new Set([
  'Unexpected provider error',
  'Action step execution failed',
  'There was one or more errors when trying to execute the notification',
  'Message content could not be generated',
]);

/** Why a job ended as it did, as one sentence without its full stop; undefined when there is nothing to explain. */
export function reasonOf(job: Job, channel: string): string | undefined {
  const detail = decisiveDetail(job);
  return detail && detailText(detail, channel);
}

/** One execution detail in words. */
export function detailText(detail: ExecutionDetail, channel: string): string {
  const answer = vague.has(detail.detail) ? providerAnswer(detail.raw) : undefined;
  return answer ?? reasonText(detail.detail, channel);
}

/** The text of an execution detail, or of a message's error, in words. */
export function reasonText(text: string, channel: string): string {
  return sentences[text]?.(channel) ?? text;
}

/** The detail that decided a job that did not simply succeed. */
function decisiveDetail({ status, executionDetails }: Job): ExecutionDetail | undefined {
  if (status === 'completed') return undefined;
  const latest = executionDetails.toReversed().filter(({ detail }) => !summaries.has(detail));
  return (
    latest.find((d) => d.status === 'Failed') ??
    latest.find((d) => d.status === 'Warning') ??
    latest.find((d) => d.detail in sentences)
  );
}

/** Texts that repeat of a whole step what a detail before them said of one channel. */
const summaries = new Set([
  'All chat channels failed to send the message',
  'Some chat channels skipped to send the message',
  'Some push channels skipped to send the message',
]);

const answerKeys = ['message', 'Message', 'error', 'detail', 'description', 'reason', 'title'];
const answerMaxLength = 240;

/** What a provider said, dug out of the raw answer: its message, or the text itself when short. */
function providerAnswer(raw: string | null | undefined): string | undefined {
  if (!raw) return undefined;
  try {
    return messageIn(JSON.parse(raw), 0);
  } catch {
    return raw.length <= answerMaxLength ? raw : undefined;
  }
}

function messageIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string')
    return value.length > 0 && value.length <= answerMaxLength ? value.replace(/\.$/, '') : undefined;
  if (typeof value !== 'object' || value === null || depth > 3) return undefined;
  const record = value as Record<string, unknown>;
  for (const key of Array.isArray(value) ? ['0'] : [...answerKeys, 'errors', 'response', 'body', 'data']) {
    const found = messageIn(record[key], depth + 1);
    if (found) return found;
  }
  return undefined;
}
