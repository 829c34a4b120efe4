import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { summarise } from '#lib/notifications/list/summarise.ts';
import { NOW, type RecordedJob, surfacesOf } from '#testing/run-surfaces.ts';
import { type Reason, reasonFor } from './registry.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterAll(() => {
  vi.useRealTimers();
});

const UNTIL = '2026-06-15T14:00:00.000Z';
const SENT = reasonFor('sent', { provider: 'SendGrid', attempt: 1 });
const SANDBOXED = reasonFor('sandboxed', { provider: 'SendGrid', attempt: 1 });
const STORED = reasonFor('stored', { provider: 'Inbox', attempt: 1, integration: 'Shop inbox' });
const REJECTED = reasonFor('provider_rejected', { provider: 'SendGrid', words: '550 no such user', attempt: 1 });
const POISON = reasonFor('poison', { count: 3 });
const NO_PHONE = reasonFor('no_address', { channel: 'sms' });
const NO_DEVICE = reasonFor('no_token', {});
const RULE = reasonFor('skip_condition', { condition: { '==': [1, 1] }, values: {} });
const OFF = reasonFor('preference_workflow', { channel: 'push' });
const CANCELLED = reasonFor('canceled', { actor: 'Ann' });
const NOT_REACHED = reasonFor('earlier_failed', { step: 'Ask' });
const DELAYED = reasonFor('delayed', { until: UNTIL });
const DIGEST = reasonFor('digest_waiting', { until: UNTIL });
const RETRY = reasonFor('retry_waiting', { until: UNTIL, attempt: 2, provider: 'SendGrid', words: 'busy' });
const LIMITED = reasonFor('rate_limit_waiting', { provider: 'Twilio', integration: 'twilio', messagesPerSecond: 1 });
const THROTTLED = reasonFor('throttled', { count: 1, limit: 1, until: UNTIL });
const MERGED = reasonFor('digest_merged', {});
const COPY = { provider: 'SendGrid', words: '452 full', copies: ['c•••@shop.example'] };
const COPY_OWED = reasonFor('rest_waiting', { ...COPY, until: UNTIL, attempt: 2 });
const COPY_FAILED = reasonFor('rest_failed', COPY);
const LONG = reasonFor('provider_rejected', { provider: 'SendGrid', words: 'no '.repeat(200), attempt: 1 });
const LATER_RELEASE = { code: 'of_a_later_release', evidence: {} } as unknown as Reason;

const job = (type: RecordedJob['type'], status: RecordedJob['status'], reason?: Reason): RecordedJob => ({
  ...{ type, status, reason },
});
const due = (step: RecordedJob, ready: number, lease?: number): RecordedJob => ({
  ...step,
  work: { ready, ...(lease !== undefined && { lease }) },
});

/** Runs, each with the sentence that every surface shows, and the index of the explaining step. */
const RUNS: Record<string, [jobs: RecordedJob[], says: string, by?: number]> = {
  'delivered, and a later step failed': [
    [job('in_app', 'completed', SENT), job('email', 'failed', REJECTED)],
    'Email failed: SendGrid said “550 no such user”',
    1,
  ],
  'delivered, and a later step failed, and the next was not reached': [
    [
      ...[
        job('email', 'completed', SENT),
        job('http_request', 'failed', reasonFor('request_failed', { problem: 'x' })),
      ],
      job('sms', 'canceled', NOT_REACHED),
    ],
    'HTTP request failed: x',
    1,
  ],
  'two steps failed': [
    [job('push', 'failed', REJECTED), job('email', 'failed', POISON)],
    'Push failed: SendGrid said “550 no such user”; 1 more failed',
    0,
  ],
  'two steps failed, the first without a readable reason': [
    [job('push', 'failed', LATER_RELEASE), job('email', 'failed', REJECTED)],
    'Email failed: SendGrid said “550 no such user”; 1 more failed',
    1,
  ],
  'two steps failed and one was cancelled': [
    [...[job('email', 'failed', REJECTED), job('push', 'failed', REJECTED)], job('sms', 'canceled', CANCELLED)],
    'Email failed: SendGrid said “550 no such user”; 1 more failed; SMS cancelled by Ann',
    0,
  ],
  'a step failed next to a missing address': [
    [job('sms', 'skipped', NO_PHONE), job('email', 'failed', REJECTED)],
    'Email failed: SendGrid said “550 no such user”; SMS skipped: no phone number',
    1,
  ],
  'a step failed and another waits': [
    [job('email', 'failed', REJECTED), due(job('delay', 'delayed', DELAYED), 120)],
    'Email failed: SendGrid said “550 no such user”; waits until then',
    0,
  ],
  'a step failed and another waits for its turn': [
    [job('email', 'failed', REJECTED), due(job('sms', 'queued', LIMITED), 3)],
    'Email failed: SendGrid said “550 no such user”; SMS waits until then',
    0,
  ],
  'a digest waits': [
    [due(job('digest', 'delayed', DIGEST), 120), job('email', 'pending')],
    'Email waits for a digest that collects events until then',
    0,
  ],
  'a digest waits after a skipped step': [
    [...[job('sms', 'skipped', NO_PHONE), due(job('digest', 'delayed', DIGEST), 120)], job('email', 'pending')],
    'Email waits for a digest that collects events until then; SMS skipped: no phone number',
    1,
  ],
  'a step waits for its turn': [
    [due(job('sms', 'queued', LIMITED), 3)],
    'SMS waits for its turn: Twilio gets at most 1 message per second',
    0,
  ],
  'a step waits to be tried again': [
    [due(job('email', 'queued', RETRY), 120)],
    'Email waits until then: SendGrid said “busy”, attempt 2',
    0,
  ],
  'a retried step is queued': [
    [due(job('email', 'queued', reasonFor('retry_requested', { actor: 'Ann' })), -1)],
    'Queued',
    0,
  ],
  'a retried step is queued next to another failure': [
    [
      ...[due(job('email', 'queued', reasonFor('retry_requested', { actor: 'Ann' })), -1)],
      job('sms', 'failed', REJECTED),
    ],
    'SMS failed: SendGrid said “550 no such user”',
    1,
  ],
  'a step is queued': [[due(job('email', 'queued', reasonFor('step_queued', {})), 0)], 'Queued', 0],
  'a worker runs a step': [[due(job('email', 'queued', reasonFor('step_queued', {})), -1, 1)], 'Running', 0],
  'the worker of a step died': [
    [due(job('email', 'queued', reasonFor('step_queued', {})), -58, -57)],
    'No progress for 58 min',
    0,
  ],
  'nothing moves a step any more': [
    [job('email', 'queued', reasonFor('step_queued', {})), job('sms', 'pending')],
    'No progress for 58 min',
    0,
  ],
  'all skipped': [
    [job('sms', 'skipped', RULE), job('push', 'skipped', OFF)],
    'Push skipped: switched off for this workflow; SMS skipped: its skip rule matched',
    1,
  ],
  'all skipped, one for want of an address': [
    [job('push', 'skipped', RULE), job('sms', 'skipped', NO_PHONE)],
    'SMS skipped: no phone number; push skipped: its skip rule matched',
    1,
  ],
  'all skipped without a readable reason': [
    [job('push', 'skipped', LATER_RELEASE)],
    'Push skipped: no reason was recorded',
    0,
  ],
  'sent, and one was skipped': [
    [job('email', 'completed', SENT), job('sms', 'skipped', NO_PHONE)],
    'SMS skipped: no phone number; email sent',
    1,
  ],
  'sent, and one was skipped without a readable reason': [
    [job('email', 'completed', SENT), job('sms', 'skipped', LATER_RELEASE)],
    'SMS skipped: no reason was recorded; email sent',
    1,
  ],
  'sent, and several were skipped': [
    [...[job('sms', 'skipped', RULE), job('email', 'completed', SENT), job('push', 'skipped', NO_DEVICE)]],
    'Push skipped: no push device; email sent',
    2,
  ],
  'two steps of one type skipped': [
    [...[job('email', 'skipped', RULE), job('email', 'skipped', RULE), job('sms', 'completed', SENT)]],
    'Email skipped: its skip rule matched; SMS sent',
    0,
  ],
  'all cancelled': [[job('delay', 'canceled', CANCELLED), job('email', 'canceled', CANCELLED)], 'Cancelled by Ann', 0],
  'cancelled after a skipped step': [
    [job('sms', 'skipped', NO_PHONE), job('email', 'canceled', CANCELLED)],
    'Cancelled by Ann',
    1,
  ],
  'cancelled with one sent': [
    [job('in_app', 'completed', SENT), job('email', 'canceled', CANCELLED)],
    'In-app sent; email cancelled by Ann',
    0,
  ],
  'cancelled with one sent and one skipped': [
    [...[job('in_app', 'completed', SENT), job('sms', 'skipped', NO_PHONE), job('email', 'canceled', CANCELLED)]],
    'SMS skipped: no phone number; in-app sent; email cancelled by Ann',
    1,
  ],
  'partly accepted, and the copy is owed': [
    [due(job('email', 'queued', COPY_OWED), 120)],
    'Email sent; copy to c•••@shop.example waits until then: SendGrid said “452 full”, attempt 2',
    0,
  ],
  'partly accepted, and the copy was refused': [
    [job('push', 'completed', SENT), job('email', 'completed', COPY_FAILED)],
    'Push and email sent; copy to c•••@shop.example refused: SendGrid said “452 full”',
    1,
  ],
  'partly accepted, and another was skipped': [
    [job('email', 'completed', COPY_FAILED), job('push', 'skipped', OFF)],
    'Push skipped: switched off for this workflow; email sent; copy to c•••@shop.example refused: SendGrid said “452 full”',
    1,
  ],
  'quarantined after it made workers crash': [
    [job('in_app', 'completed', SENT), job('email', 'failed', POISON)],
    'Email failed: the step crashed 3 workers and will not be retried',
    1,
  ],
  throttled: [
    [job('throttle', 'skipped', THROTTLED), job('email', 'skipped', THROTTLED)],
    'Not sent: limit of 1 reached; next run allowed then',
    0,
  ],
  'merged into a digest': [
    [job('digest', 'merged', MERGED), job('email', 'merged', MERGED)],
    'Joined the digest of another run; that run sends the message',
    0,
  ],
  'merged into a digest after a sent step': [
    [job('in_app', 'completed', SENT), job('digest', 'merged', MERGED), job('email', 'merged', MERGED)],
    'In-app sent; email continues in another run',
    0,
  ],
  'several messages merged into a digest after a sent and a skipped step': [
    [
      ...[job('in_app', 'completed', SENT), job('push', 'skipped', NO_DEVICE), job('digest', 'merged', MERGED)],
      ...[job('email', 'merged', MERGED), job('sms', 'merged', MERGED)],
    ],
    'Push skipped: no push device; in-app sent; email and SMS continue in another run',
    1,
  ],
  'merged into a digest after a failed step': [
    [job('push', 'failed', REJECTED), job('digest', 'merged', MERGED), job('email', 'merged', MERGED)],
    'Push failed: SendGrid said “550 no such user”; email continues in another run',
    0,
  ],
  'merged into a digest without a message after a sent step': [
    [job('in_app', 'completed', SENT), job('digest', 'merged', MERGED)],
    'In-app sent; digest continues in another run',
    0,
  ],
  sent: [[job('in_app', 'completed', SENT), job('email', 'completed', SENT)], 'In-app and email sent', 0],
  'stored without an inbox': [[job('in_app', 'completed', STORED)], 'In-app stored: no inbox was connected yet', 0],
  'sent, and stored without an inbox': [
    [job('in_app', 'completed', STORED), job('email', 'completed', SENT)],
    'Email sent; in-app stored: no inbox was connected yet',
    0,
  ],
  'sent to the sandbox': [[job('email', 'completed', SANDBOXED)], 'Email sent (sandbox)', 0],
  'done, with nothing to send': [
    [
      ...[job('delay', 'completed', reasonFor('delay_finished', { span: 1 }))],
      job('http_request', 'completed', reasonFor('requested', { host: 'api.example', status: 200, attempt: 1 })),
    ],
    'The delay is over; no step sends a message',
    0,
  ],
  'done without a readable reason': [
    [job('email', 'completed', LATER_RELEASE)],
    'Email done: no reason was recorded',
    0,
  ],
  'without steps': [[], 'Order has no active step'],
  'the words of the provider are long': [
    [job('email', 'failed', LONG)],
    `Email failed: SendGrid said “${'no '.repeat(200).slice(0, 199)}…”`,
    0,
  ],
};

test.each(Object.entries(RUNS))('%s: row, page, Explain, ticket and export agree', (_, [jobs, says, by]) => {
  const { ticket, ...others } = surfacesOf(jobs);
  const said = Object.entries(others).map(([surface, { text, step }]) => [surface, timeless(text), step]);
  expect(said).toEqual(Object.keys(others).map((surface) => [surface, says, by]));
  // A ticket has more text after the sentence.
  expect(timeless(ticket.text).slice(0, says.length + 1)).toBe(`${says}.`);
});

test('a row shows the step that matches the filter, and it is the explaining step', () => {
  const jobs = [job('push', 'skipped', OFF), job('sms', 'skipped', NO_PHONE)].map((each, index) => {
    return { ...each, reason: each.reason, id: String(index), updatedAt: NOW };
  });
  expect(summarise(jobs, [], NOW).explainedBy).toBe('1');
  for (const wanted of ['push', 'preference_workflow']) {
    expect(summarise(jobs, [], NOW, [wanted])).toMatchObject({ explainedBy: '0', decidedBy: { step: 'push' } });
  }
});

/** Texts write the same moment as "14:00", as "15 Jun 2026, 14:00", or with its time zone. */
function timeless(text: string): string {
  return text
    .replaceAll(/\b(?:at|on) (?=\d)/g, '')
    .replaceAll(/(?:\d{1,2} \w{3}(?: \d{4})?, )?\d\d:\d\d(?: UTC)?/g, 'then');
}
