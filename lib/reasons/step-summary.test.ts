import { describe, expect, test } from 'vitest';
import { explanationOf } from '#lib/explain/wire.ts';
import { summarise } from '#lib/notifications/list/summarise.ts';
import { rowText } from '#lib/notifications/status/run-sentence.ts';
import { runStatusOf } from '#lib/notifications/status/run-status.ts';
import {
  type EvidenceOf,
  outcomeOf,
  parseReason,
  REASON_CODES,
  type Reason,
  type ReasonCode,
  reasonFor,
} from './registry.ts';
import { ANSWERS, answeredBySandbox } from './sandbox.ts';
import { ended, listOfSteps, reasonLine, sentSummary, stepSummary } from './step-summary.ts';

const UNTIL = '2026-11-22T19:07:00.000Z';
const SINCE = '2026-05-13T23:39:00.000Z';
const BY_EMAIL = { condition: { '==': [{ var: 'payload.byEmail' }, true] }, values: { 'payload.byEmail': true } };
const SAID = { provider: 'Twilio', words: '21211 is not a number.', attempt: 1 };

type Samples = { [Code in ReasonCode]: [evidence: EvidenceOf<Code>, summary: string] };

/** The summary of an SMS step for each reason, with data as the engine records it. */
const SAMPLES: Samples = {
  never_triggered: [{ workflow: 'Receipt' }, 'SMS is in progress: Receipt was not triggered for Jane'],
  subscriber_unknown: [{ value: 'jan' }, 'SMS is in progress: no subscriber, run or message matches “jan”'],
  subscriber_ambiguous: [{ value: 'jan' }, 'SMS is in progress: “jan” matches more than one: choose the one you mean'],
  other_environment: [{ environment: 'Production' }, 'SMS is in progress: the workflow ran in Production, not here'],
  workflow_unknown: [{ workflow: 'r' }, 'SMS is in progress: there is no workflow “r” in this environment'],
  workflow_inactive: [{ workflow: 'Receipt' }, 'SMS is in progress: Receipt was paused'],
  payload_invalid: [
    { field: 'code', problem: 'code is required' },
    'SMS is in progress: the payload is not valid: code is required',
  ],
  duplicate_transaction: [{ transaction: 't1' }, 'SMS is in progress: the transaction ID t1 was used before'],
  recipient_invalid: [
    { value: 'x', problem: 'too long' },
    'SMS is in progress: “x” is not a valid recipient: too long',
  ],
  not_in_topic: [{ topic: 'news' }, 'SMS is in progress: Jane is not subscribed to the topic news'],
  retention_passed: [
    { since: SINCE },
    'SMS is in progress: runs from before 13 May 2026, 23:39 UTC are no longer kept',
  ],
  fanout_running: [
    { count: 5, total: 9 },
    'SMS is in progress: the trigger has reached 5 of 9 recipients so far, but not this recipient',
  ],
  fanout_failed: [
    { count: 5 },
    'SMS is in progress: the trigger stopped after 5 recipients: Belfry could not create the other runs',
  ],
  topic_condition: [
    { topic: 'news', ...BY_EMAIL },
    'SMS skipped: byEmail is true, needs true (the condition of the subscription to news)',
  ],
  no_step: [{ channel: 'sms' }, 'SMS skipped: Receipt has no active SMS step'],
  step_queued: [{}, 'SMS is in progress: the step is queued'],
  conditions_matched: [{}, 'SMS is in progress: the step’s conditions allowed it to run'],
  skip_condition: [BY_EMAIL, 'SMS skipped: byEmail is true'],
  filter: [
    { condition: [], values: { 'payload.plan': 'free', 'subscriber.data.age': null } },
    'SMS skipped: plan is free, subscriber.data.age is missing',
  ],
  render_failed: [
    { control: 'body', problem: 'The result is empty' },
    'SMS failed: the field “body” could not be rendered: the result is empty',
  ],
  layout_missing: [
    { layout: 'a' },
    'SMS is in progress: the layout “a” does not exist, so the email is sent without a layout',
  ],
  part_left_out: [
    { control: 'cc', problem: 'Address 1 of 2 is not an email address.' },
    'SMS is in progress: the field “cc” was used only in part: address 1 of 2 is not an email address',
  ],
  request_failed: [
    { problem: 'upstream gone', status: 503, host: 'api.example' },
    'SMS failed: api.example answered 503, upstream gone',
  ],
  host_unavailable: [
    { host: 'api.example.com', since: UNTIL, problem: 'It refused the connection.' },
    'SMS waits: api.example.com has not responded since 22 Nov 2026, 19:07 UTC: It refused the connection',
  ],
  response_invalid: [
    { problem: 'code is required' },
    'SMS failed: the response does not match its schema: code is required',
  ],
  requested: [{ host: 'api.example', status: 200, attempt: 1 }, 'SMS done: api.example answered 200'],
  not_requested: [
    { host: 'api.example' },
    'SMS done: the step would call api.example. A dry run calls no server, so later steps read an empty response',
  ],
  response_ignored: [{}, 'SMS is in progress: the response is not a JSON object, so later steps cannot read it'],
  done: [{}, 'SMS done: the step is done'],
  delayed: [{ until: UNTIL }, 'SMS waits until 22 Nov 2026, 19:07 UTC'],
  delay_finished: [{ span: 1 }, 'SMS done: the delay is over'],
  delay_invalid: [
    { field: 'amount', value: '400 days', problem: 'it is longer than 180 days' },
    'SMS failed: the delay’s amount “400 days” cannot be used: it is longer than 180 days',
  ],
  extended_to_schedule: [
    { until: UNTIL, count: 1 },
    'SMS waits until 22 Nov 2026, 19:07 UTC, when the subscriber’s hours begin',
  ],
  extensions_spent: [
    { count: 3 },
    'SMS is in progress: continued outside the subscriber’s hours: the step had already waited 3 times',
  ],
  digest_waiting: [{ until: UNTIL }, 'SMS waits for a digest that collects events until 22 Nov 2026, 19:07 UTC'],
  digest_finished: [{ count: 2 }, 'SMS done: collected 2 events, then continued'],
  digest_first: [{ since: SINCE }, 'SMS done: nothing to collect; continued immediately'],
  digest_invalid: [{ problem: 'no number' }, 'SMS failed: the digest’s window cannot be used: no number'],
  digest_merged: [{}, 'SMS joined the digest of another run; that run sends the message'],
  throttle_passed: [
    { count: 1, limit: 3, until: UNTIL },
    'SMS done: within the limit: 1 of 3 until 22 Nov 2026, 19:07 UTC',
  ],
  throttle_invalid: [
    { field: 'payload.until', value: 'soon', problem: 'it is not a date' },
    'SMS failed: the throttle’s window in payload.until “soon” cannot be used: it is not a date',
  ],
  throttled: [
    { count: 3, limit: 3, until: UNTIL },
    'SMS skipped: limit of 3 reached; next run allowed on 22 Nov 2026, 19:07 UTC',
  ],
  earlier_failed: [{ step: 'Call' }, 'SMS cancelled: the step “Call” failed before this step'],
  preference_workflow: [
    { channel: 'sms', since: SINCE },
    'SMS skipped: switched off for this workflow on 13 May 2026, 23:39 UTC',
  ],
  preference_global: [{ channel: 'sms' }, 'SMS skipped: switched off for all workflows'],
  preference_default: [{ channel: 'sms' }, 'SMS skipped: off by the workflow’s default'],
  preference_condition: [
    { channel: 'sms', ...BY_EMAIL },
    'SMS skipped: byEmail is true, needs true (the preference’s condition)',
  ],
  outside_schedule: [
    { hours: 'Mon 9–17', timezone: 'Europe/Berlin' },
    'SMS skipped: outside the subscriber’s hours, Mon 9–17 (Europe/Berlin)',
  ],
  no_address: [{ channel: 'sms' }, 'SMS skipped: no phone number'],
  address_changed: [
    { channel: 'sms' },
    'SMS failed: the phone number was changed after the first attempt, and the content is sensitive',
  ],
  no_channel: [{ channel: 'chat' }, 'SMS skipped: no chat connection'],
  no_token: [{}, 'SMS skipped: no push device'],
  token_gone: [
    { provider: 'FCM', address: 'abc…' },
    'SMS skipped: FCM reported that the device no longer accepts messages; its token was removed',
  ],
  suppressed: [{ address: '+4•••01', event: 'bounced' }, 'SMS skipped: +4•••01 is on the suppression list: it bounced'],
  subscriber_deleted: [{ actor: 'Ann' }, 'SMS skipped: the subscriber was deleted by Ann'],
  no_integration: [{ channel: 'sms' }, 'SMS failed: no SMS integration is active'],
  override_unknown: [
    { integration: 'eu', channel: 'sms' },
    'SMS failed: the trigger names the integration “eu”, but no active SMS integration has this name',
  ],
  provider_unsupported: [{ provider: 'Telnyx' }, 'SMS failed: Belfry cannot send through Telnyx yet'],
  integration_selected: [
    { provider: 'Twilio', integration: 'eu', rule: 'primary' },
    'SMS is in progress: eu was chosen: it is the primary integration',
  ],
  message_created: [{ address: '+4•••01' }, 'SMS is in progress: the message for +4•••01 was created'],
  sent: [{ provider: 'Twilio', attempt: 1 }, 'SMS sent: Twilio accepted the message'],
  sandboxed: [{ provider: 'Twilio', attempt: 1 }, 'SMS sent (sandbox): the message was not delivered'],
  stored: [{ provider: 'Inbox', attempt: 1 }, 'SMS stored: no inbox was connected yet'],
  data_left_out: [
    { provider: 'FCM', problem: 'FCM reserves from for itself' },
    'SMS is in progress: FCM received the message without part of its data: FCM reserves from for itself',
  ],
  would_send: [{ provider: 'Twilio' }, 'SMS sent: the message would be sent through Twilio'],
  provider_rejected: [SAID, 'SMS failed: Twilio said “21211 is not a number”'],
  address_refused: [{ ...SAID, providerCode: '21211' }, 'SMS failed: Twilio said “21211 is not a number”'],
  provider_auth: [SAID, 'SMS failed: Twilio refused the credentials: “21211 is not a number”'],
  connection_refused: [SAID, 'SMS failed: Twilio could not reach the subscriber’s connection: “21211 is not a number”'],
  provider_account: [SAID, 'SMS failed: Twilio does not send for the account: “21211 is not a number”'],
  integration_invalid: [
    { provider: 'Custom SMTP', problem: 'The port is not a number' },
    'SMS failed: the Custom SMTP integration cannot be used: the port is not a number',
  ],
  secret_unreadable: [
    { provider: 'Twilio', integration: 'eu' },
    'SMS failed: the credentials of Twilio cannot be decrypted',
  ],
  provider_rate_limited: [
    { provider: 'Twilio', until: UNTIL },
    'SMS waits until 22 Nov 2026, 19:07 UTC, as Twilio requested',
  ],
  rate_limit_waiting: [
    { integration: 'eu', provider: 'Twilio', messagesPerSecond: 10 },
    'SMS waits for its turn: Twilio gets at most 10 messages per second',
  ],
  rate_limit_exceeded: [
    { integration: 'eu', provider: 'Twilio', messagesPerSecond: 0.5, span: 129_600_000 },
    'SMS failed: the rate limit delayed the message for more than 2 d: Twilio gets at most 0.5 messages per second',
  ],
  quota_waiting: [
    { integration: 'eu', provider: 'Twilio', messagesPerDay: 1000, until: UNTIL },
    'SMS waits until 22 Nov 2026, 19:07 UTC: Twilio gets at most 1,000 messages per day',
  ],
  quota_exceeded: [
    { integration: 'eu', provider: 'Twilio', messagesPerDay: 1, until: UNTIL },
    'SMS failed: the message could not wait for the next day, 22 Nov 2026, 19:07 UTC: Twilio gets at most 1 message per day',
  ],
  mailbox_waiting: [
    {
      provider: 'SMTP',
      until: UNTIL,
      attempt: 2,
      words: '452 4.2.2 Full',
      providerCode: '4.2.2',
      address: 'j•••@a.example',
    },
    'SMS waits until 22 Nov 2026, 19:07 UTC: the mailbox of j•••@a.example is full: SMTP said “452 4.2.2 Full”, attempt 2',
  ],
  mailbox_exhausted: [
    {
      provider: 'SMTP',
      attempts: 9,
      span: 86_400_000,
      words: '451 4.7.1 Later',
      providerCode: '4.7.1',
      address: 'j•••@a.example',
    },
    'SMS failed: the mail server of j•••@a.example does not accept the email yet: SMTP said “451 4.7.1 Later”, 9 attempts',
  ],
  rest_waiting: [
    { provider: 'SMTP', until: UNTIL, attempt: 2, words: '452 Full', copies: ['c•••@a.example'] },
    'SMS sent; copy to c•••@a.example waits until 22 Nov 2026, 19:07 UTC: SMTP said “452 Full”, attempt 2',
  ],
  rest_failed: [
    { provider: 'SMTP', words: '550 Unknown', attempts: 1, copies: ['c•••@a.example', 'd•••@a.example'] },
    'SMS sent; copies to c•••@a.example and d•••@a.example refused: SMTP said “550 Unknown”',
  ],
  rest_cancelled: [{ actor: 'Ann' }, 'SMS sent; the rest cancelled by Ann'],
  provider_unavailable: [{ provider: 'Twilio', words: 'busy' }, 'SMS waits: Twilio was not available: “busy”'],
  retry_waiting: [
    { until: UNTIL, attempt: 2, provider: 'Twilio', words: 'busy' },
    'SMS waits until 22 Nov 2026, 19:07 UTC: Twilio said “busy”, attempt 2',
  ],
  retries_exhausted: [
    { attempts: 5, span: 3_600_000, provider: 'Twilio', words: 'busy' },
    'SMS failed: Twilio said “busy”, 5 attempts',
  ],
  outbound_blocked: [
    { words: '', host: 'localhost' },
    'SMS failed: localhost is a private address, to which Belfry does not connect',
  ],
  delivered: [{}, 'SMS sent: the message was delivered'],
  bounced: [{ words: '550 unknown' }, 'SMS bounced: sent back with “550 unknown”'],
  dropped: [{ provider: 'Twilio', words: 'On a list' }, 'SMS failed: Twilio did not send the message: “On a list”'],
  complained: [{}, 'SMS sent: Jane reported the message as spam'],
  unsubscribed: [{}, 'SMS sent: Jane unsubscribed with the link in the message'],
  canceled: [{ actor: 'Ann' }, 'SMS cancelled by Ann'],
  retry_requested: [{ actor: 'Ann' }, 'SMS is in progress: retried by Ann'],
  resend_requested: [
    { notification: 'n', actor: 'Ann', note: 'lost' },
    'SMS is in progress: sent again by Ann: “lost”',
  ],
  message_deleted: [{}, 'SMS is in progress: Jane deleted the message from the inbox, unseen'],
  workflow_deleted: [{ actor: 'Ann' }, 'SMS cancelled: the workflow was deleted by Ann'],
  outcome_unknown: [
    { attempt: 1 },
    'SMS is in progress: the worker stopped during attempt 1, so the provider may or may not have the message',
  ],
  poison: [{ count: 3 }, 'SMS failed: the step crashed 3 workers and will not be retried'],
  unrecorded: [{}, 'SMS is in progress: no reason was recorded'],
};

const ABOUT = { subscriber: 'Jane', workflow: 'Receipt' };

function reasonOf(code: ReasonCode): Reason {
  return { code, evidence: SAMPLES[code][0] } as Reason;
}

test.each([
  [
    'provider_unavailable',
    { integration: 'Twilio EU' },
    'SMS waits: sending through Twilio EU failed: a.example closed the connection',
  ],
  ['provider_unavailable', {}, 'SMS waits: sending through Twilio failed: a.example closed the connection'],
  [
    'provider_unavailable',
    { since: UNTIL },
    'SMS waits: Twilio has not been available since 22 Nov 2026, 19:07 UTC (a.example closed the connection)',
  ],
  [
    'retry_waiting',
    { until: UNTIL, attempt: 2 },
    'SMS waits until 22 Nov 2026, 19:07 UTC: sending through Twilio failed: a.example closed the connection, attempt 2',
  ],
  [
    'retries_exhausted',
    { attempts: 5, span: 3_600_000 },
    'SMS failed: sending through Twilio failed: a.example closed the connection, 5 attempts',
  ],
  ['provider_rejected', { attempt: 1 }, 'SMS failed: sending through Twilio failed: a.example closed the connection'],
] as const)('%s does not quote Belfry’s own observation as the provider’s words', (code, evidence, text) => {
  const all = { provider: 'Twilio', problem: 'a.example closed the connection', ...evidence };
  expect(stepSummary({ type: 'sms', reason: { code, evidence: all } as Reason }, ABOUT)).toBe(text);
});

test.each([
  ['provider_unavailable', {}, 'Email waits: Local SMTP could not be reached'],
  [
    'provider_unavailable',
    { since: UNTIL },
    'Email waits: Local SMTP has not been available since 22 Nov 2026, 19:07 UTC',
  ],
  [
    'provider_unavailable',
    { since: UNTIL, until: UNTIL },
    'Email waits: Local SMTP was not available from 22 Nov 2026, 19:07 UTC to 22 Nov 2026, 19:07 UTC',
  ],
  [
    'retry_waiting',
    { until: UNTIL, attempt: 3 },
    'Email waits until 22 Nov 2026, 19:07 UTC: Local SMTP cannot be reached, attempt 3',
  ],
  ['retries_exhausted', { attempts: 5, span: 60_000 }, 'Email failed: Local SMTP could not be reached, 5 attempts'],
] as const)('%s names the integration, and no technical words if there was no connection', (code, evidence, text) => {
  const problem = '127.0.0.1:2591 could not be reached: connect ECONNREFUSED';
  const all = { provider: 'Custom SMTP', sender: 'Local SMTP', problem, connection: 'none', ...evidence };
  expect(stepSummary({ type: 'email', reason: { code, evidence: all } as Reason }, ABOUT)).toBe(text);
});

test.each(REASON_CODES)('%s', (code) => {
  const reason = reasonOf(code);
  expect(parseReason(reason)).toEqual(reason);
  expect(stepSummary({ type: 'sms', reason }, ABOUT)).toBe(SAMPLES[code][1]);
});

describe('one reason has one wording', () => {
  const decisive = REASON_CODES.filter((code) => ['failed', 'skipped'].includes(outcomeOf(reasonOf(code)) ?? ''));

  test.each(decisive)('%s in the row, above the timeline and in Explain', (code) => {
    const reason = reasonOf(code);
    const status = outcomeOf(reason) === 'failed' ? ('failed' as const) : ('skipped' as const);
    const at = new Date('2026-11-20T09:00:00.000Z');
    const subscriber = { _id: '1', subscriberId: 'jane', firstName: 'Jane' };
    const stored = { id: '1', type: 'sms' as const, status, reason, updatedAt: +at };
    const row = {
      ...{ _id: '1', createdAt: at.toISOString(), transactionId: 't', severity: 'none' as const },
      ...{ workflow: { name: 'Receipt' }, subscriber, ...summarise([stored], [], +at) },
    };
    const { text: inRow } = rowText(row, +at);
    const step = { _id: 's', active: true, filters: [], _templateId: 's' };
    const job = { _id: '1', type: 'sms', status, executionDetails: [], step, providerId: 'twilio', reason };
    const summary = summarise([stored], [], +at);
    const run = { jobs: [job] as never, subscriber, template: { name: 'Receipt', triggers: [] } as never, summary };
    expect(runStatusOf(run, +at).parts).toEqual([`${inRow}.`]);
    const person = { ...subscriber, ids: ['1'], lastName: null, email: null, phone: null };
    const found = { ...stored, stepId: 'text', name: 'Text', reason, updatedAt: at };
    const answer = explanationOf({ reason, step: found, person, workflow: { name: 'Receipt' } as never });
    // Times in rows have no year, and the two texts are otherwise the same.
    const timeless = (text: string) => text.replaceAll(/ 2026|,? \d\d:\d\d( UTC)?/g, '');
    expect(timeless(answer.summary)).toBe(`${timeless(inRow)}.`);
  });
});

test('a dry run into a sandbox shows that nothing leaves, and the address to those who may see it', () => {
  const evidence = { provider: 'Postmark', address: 'm•••@example.net' };
  const text = (more: object) =>
    reasonLine(reasonFor('would_send', { ...evidence, ...more }), { addresses: ['maria@example.net'] });
  expect(text({ answeredBy: 'sandbox' })).toBe(
    'The sandbox would accept the message to maria@example.net, and nothing would leave Belfry',
  );
  expect(text({})).toBe('The message would be sent to maria@example.net through Postmark');
  expect(text({ channel: 'in_app', provider: 'Inbox', address: 'the inbox' })).toBe(
    'The message would appear in the subscriber’s inbox',
  );
});

test('a response of the sandbox does not name the provider', () => {
  const codes = REASON_CODES.filter((code) => ANSWERS.has(code));
  expect(codes.length).toBeGreaterThan(6);
  for (const code of codes) {
    const text = stepSummary({ type: 'sms', reason: answeredBySandbox(reasonOf(code)) }, ABOUT);
    expect(text).toMatch(/the sandbox/);
    expect(text).not.toMatch(/Twilio|FCM/);
  }
  const summary = (code: ReasonCode) => stepSummary({ type: 'sms', reason: answeredBySandbox(reasonOf(code)) });
  expect(summary('provider_rejected')).toBe('SMS failed: the sandbox said “21211 is not a number”');
  expect(summary('retries_exhausted')).toBe('SMS failed: the sandbox said “busy”, 5 attempts');
  expect(summary('skip_condition')).toBe('SMS skipped: byEmail is true');
});

test('a step that waits for an earlier one names the earlier step and its duration', () => {
  const reason = reasonOf('delayed');
  const waitsFor = { name: 'Wait', spanMs: 36_000_000 };
  expect(stepSummary({ type: 'email', reason, waitsFor }, ABOUT)).toBe(
    'Email waits until 22 Nov 2026, 19:07 UTC (step Wait, 10 h)',
  );
  expect(stepSummary({ type: 'email', reason, waitsFor: { name: 'Wait' } }, ABOUT)).toBe(
    'Email waits until 22 Nov 2026, 19:07 UTC (step Wait)',
  );
});

test('a step that sends nothing is named only if it did not succeed', () => {
  expect(stepSummary({ type: 'delay', reason: reasonOf('delayed') })).toBe('Waits until 22 Nov 2026, 19:07 UTC');
  expect(stepSummary({ type: 'throttle', reason: reasonOf('throttled') })).toMatch(/^Limit of 3 reached/);
  expect(stepSummary({ type: 'http_request', reason: reasonOf('request_failed') })).toBe(
    'HTTP request failed: api.example answered 503, upstream gone',
  );
  expect(stepSummary({ type: 'http_request', reason: reasonOf('skip_condition') })).toBe(
    'HTTP request skipped: byEmail is true',
  );
  expect(stepSummary({ type: undefined, reason: undefined })).toBe('No reason was recorded');
});

test('a list of steps names each', () => {
  const listed = (type: 'http_request' | 'delay' | 'sms', code: ReasonCode) =>
    stepSummary({ type, reason: reasonOf(code), isListed: true });
  expect(listed('http_request', 'requested')).toBe('HTTP request done: api.example answered 200');
  expect(listed('delay', 'delayed')).toBe('Delay waits until 22 Nov 2026, 19:07 UTC');
  expect(listed('sms', 'no_address')).toBe('SMS skipped: no phone number');
});

test('a reason below a step’s name begins with a capital, unless with the name of a field', () => {
  expect(reasonLine(reasonOf('skip_condition'))).toBe('byEmail is true');
  expect(reasonLine(reasonOf('no_address'))).toBe('No phone number');
  expect(reasonLine(reasonOf('delayed'))).toBe('Waits until 22 Nov 2026, 19:07 UTC');
});

test('steps that were sent are named once, in order', () => {
  expect(sentSummary([{ type: 'email' }, { type: 'sms' }, { type: 'sms' }])).toBe('Email and SMS sent');
  expect(sentSummary([{ type: 'push', sandbox: true }])).toBe('Push sent (sandbox)');
  expect(sentSummary([{ type: 'in_app' }, { type: 'email', sandbox: true }, { type: 'sms' }])).toBe(
    'In-app, email (sandbox) and SMS sent',
  );
  expect(sentSummary([{ type: 'in_app', sandbox: true }])).toBe('In-app sent');
  expect(listOfSteps(['email', 'sms', 'push'])).toBe('Email, SMS and push');
});

test.each([
  ['It failed', 'It failed.'],
  ['It failed. . ', 'It failed.'],
  ['It failed...', 'It failed.'],
  ['v1.2 of it  failed.', 'v1.2 of it  failed.'],
])('%j ends with one full stop', (text, sentence) => {
  expect(ended(text)).toBe(sentence);
});
