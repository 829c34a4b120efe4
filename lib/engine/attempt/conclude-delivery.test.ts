import { expect, test } from 'vitest';
import type { Decision, SendFailure, SendResult } from '#lib/engine/decision.ts';
import type { Records } from '#lib/engine/record/records.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { accepted, decided, NOW, refused, sampleIntegration, sampleRun } from '#testing/run.ts';
import { conclude } from './conclude.ts';

type Answer = (outcome: Decision) => SendResult[];

async function played(run: RunContext, answers: Answer): Promise<Records> {
  const outcome = await decided(run);
  return conclude(run, outcome, answers(outcome), NOW);
}

const refusal =
  (kind: SendFailure['kind'], more: Partial<SendFailure> = {}): Answer =>
  (outcome) =>
    refused(outcome, kind, more);
/** Returns the results of two devices: those of `first` for the first device, of `second` for the second one. */
const devices =
  (first: Answer, second: Answer): Answer =>
  (outcome) => [...first(outcome).slice(0, 1), ...second(outcome).slice(1)];

const after = (ms: number) => new Date(NOW.getTime() + ms);
const before = (ms: number) => new Date(NOW.getTime() - ms);
/** Evidence of the response of `refused`. */
const said = { words: 'mailbox not found', status: 550, providerCode: '5.1.1' };
const push = { provider: 'Provider of push' };

const outage = { heldSince: before(60_000), retryAfterMs: 20_000 };
const rate = { messagesPerSecond: 5, retryAfterMs: 20_000 };
const quota = { quota: { messagesPerDay: 5, until: after(14 * HOUR_MS) }, retryAfterMs: 14 * HOUR_MS };

test.each<[string, SendFailure['kind'], Partial<SendFailure>, string, number]>([
  ['an outage', 'unavailable', outage, 'provider_unavailable', 20_000],
  ['a rate limit', 'rate_limited', rate, 'rate_limit_waiting', 20_000],
  ['a daily quota, which is checked again after ten minutes', 'rate_limited', quota, 'quota_waiting', 600_000],
])('jobs that wait for %s have one note, no message and no attempt', async (_, kind, error, code, ms) => {
  const records = await played(sampleRun('push', { attempt: { number: 2 } }), refusal(kind, error));
  expect(records).toMatchObject({
    work: { type: 'again', readyAt: after(ms), attempts: 1 },
    job: { status: 'queued', attempts: 1, dueAt: after(ms), reason: { code } },
    messages: [],
  });
  expect(records.details).toMatchObject([{ reason: { code }, providerId: 'provider-push', messageId: undefined }]);
});

test('a message that was sent is recorded, although another device waits for the end of an outage', async () => {
  const records = await played(sampleRun('push'), devices(accepted, refusal('unavailable', outage)));
  expect(records.messages.map(({ status }) => status)).toEqual(['sent', 'warning']);
  expect(records.job.reason).toEqual(reasonFor('retry_waiting', { until: after(20_000).toISOString(), attempt: 1 }));
});

test('an attempt whose response was lost is recorded with an unknown outcome, also the last one', async () => {
  const lost = refusal('unavailable', { status: undefined, isOwn: true, words: 'No response', mayBeAccepted: true });
  const reasonOf = async (run: RunContext, answers: Answer) => (await played(run, answers)).details.at(-1)?.reason;
  const last = sampleRun('email', { attempt: { number: 9 } });
  expect(await reasonOf(sampleRun('email'), lost)).toMatchObject({
    ...{ code: 'provider_unavailable', evidence: { acceptance: 'unknown', attempt: 1 } },
  });
  expect(await reasonOf(last, lost)).toMatchObject({
    ...{ code: 'retries_exhausted', evidence: { acceptance: 'unknown', attempts: 9 } },
  });
  const refusedAgain = await reasonOf(sampleRun('email'), refusal('unavailable'));
  expect(refusedAgain?.evidence).not.toHaveProperty('acceptance');
});

test('of two requested waits the longer one counts', async () => {
  const wait = (retryAfterMs: number) => refusal('rate_limited', { retryAfterMs });
  for (const answers of [devices(wait(20_000), wait(50_000)), devices(wait(50_000), wait(20_000))])
    expect((await played(sampleRun('push'), answers)).work).toMatchObject({ readyAt: after(50_000) });
});

test('a short wait is not lengthened because another device waits for a daily quota', async () => {
  const answers = devices(refusal('rate_limited', quota), refusal('rate_limited', { retryAfterMs: 20_000 }));
  expect((await played(sampleRun('push'), answers)).work).toMatchObject({ readyAt: after(20_000) });
});

test('a slow retry is not hastened because another device waits for a daily quota', async () => {
  const run = sampleRun('push', { attempt: { number: 7, seriesStartedAt: before(3 * HOUR_MS) } });
  const { job } = await played(run, devices(refusal('rate_limited', quota), refusal('unavailable')));
  expect(job.dueAt?.getTime()).toBeGreaterThan(after(4 * HOUR_MS).getTime());
});

test('a waiting job shows the response to the message that waits, with the time of the retry', async () => {
  const other = refusal('unavailable', { words: 'try later' });
  for (const first of [accepted, refusal('rejected'), refusal('rate_limited', rate)]) {
    const { job } = await played(sampleRun('push'), devices(first, other));
    const evidence = {
      ...push,
      sender: 'My push',
      words: 'try later',
      attempt: 1,
      until: job.dueAt?.toISOString() ?? '',
    };
    expect(job.reason).toEqual(reasonFor('retry_waiting', evidence));
  }
});

test('an email that waits for its mailbox shows the response and the time of the retry', async () => {
  const { job } = await played(sampleRun('email'), refusal('deferred'));
  expect(job.reason).toMatchObject({
    code: 'mailbox_waiting',
    evidence: { ...said, address: 'j•••@example.com', attempt: 1, until: job.dueAt?.toISOString() },
  });
});

test('only messages that are retried have the status warning', async () => {
  const { messages } = await played(sampleRun('push'), devices(refusal('rejected'), refusal('unavailable')));
  expect(messages.map(({ status }) => status)).toEqual(['error', 'warning']);
});

test('a rate limit of the provider shows the time of the next attempt', async () => {
  const { details } = await played(sampleRun('email'), refusal('rate_limited', { retryAfterMs: 20_000 }));
  expect(details.at(-1)?.reason).toMatchObject({
    code: 'provider_rate_limited',
    evidence: { ...said, until: after(20_000).toISOString() },
  });
});

test('a message that waited too long for a rate limit shows the limit and the time', async () => {
  const run = sampleRun('email', { attempt: { seriesStartedAt: before(36 * HOUR_MS) } });
  expect((await played(run, refusal('rate_limited', rate))).job.reason).toEqual(
    reasonFor('rate_limit_exceeded', {
      integration: 'my-email',
      provider: 'Provider of email',
      sender: 'My email',
      messagesPerSecond: 5,
      span: 36 * HOUR_MS,
    }),
  );
});

test('a message of a critical workflow fails after 15 minutes', async () => {
  const waits = { attempt: { number: 4, seriesStartedAt: before(840_000) } };
  const critical = { workflow: { defaultPreferences: { all: { readOnly: true } } } };
  const statusOf = async (changes: object) =>
    (await played(sampleRun('email', { ...waits, ...changes }), refusal('unavailable'))).job.status;
  expect([await statusOf({}), await statusOf(critical)]).toEqual(['queued', 'failed']);
});

test.each<[string, SendFailure['kind'], object]>([
  ['tries again after the new one was refused', 'auth', { status: 'queued', reason: { code: 'retry_waiting' } }],
  ['does not try an address again', 'recipient', { status: 'failed', reason: { code: 'connection_refused' } }],
  ['does not try a device again', 'token_gone', { status: 'failed', reason: { code: 'provider_rejected' } }],
])('in a gradual switch, the primary integration %s', async (_, kind, job) => {
  const next = sampleIntegration('email', { id: 'next', identifier: 'next', primary: false, switchShare: 100 });
  const run = sampleRun('email', { integrations: [sampleIntegration('email'), next] });
  expect((await played(run, refusal(kind))).job).toMatchObject({ ...job, integrationId: 'next' });
});

test('data that the provider left out is noted before the success', async () => {
  const leftOut = 'Attachments are not supported';
  const records = await played(sampleRun('email'), (outcome) =>
    accepted(outcome).map((result) => ({ ...result, leftOut }) as SendResult),
  );
  const about = { providerId: 'provider-email', messageId: records.messages[0]?.id };
  expect(records.details.slice(-2)).toMatchObject([
    { ...about, reason: reasonFor('data_left_out', { provider: 'Provider of email', problem: leftOut }) },
    { ...about, reason: { code: 'sent' } },
  ]);
});

test('the request and the response are recorded, also for a refusal', async () => {
  const exchangeIn = async (answers: Answer) => (await played(sampleRun('email'), answers)).details.at(-1)?.raw;
  expect(await exchangeIn(accepted)).toBe('{"request":"POST /","response":"202"}');
  expect(await exchangeIn(refusal('rejected'))).toBe('{"request":"POST /","response":"550"}');
});

test('a push whose devices are all gone is skipped for that reason', async () => {
  const { job, goneDevices } = await played(sampleRun('push'), refusal('token_gone'));
  expect(job).toMatchObject({ status: 'skipped', reason: { code: 'token_gone', evidence: said } });
  expect(goneDevices.map(({ token }) => token)).toEqual(['token-aaaaaaaaaa', 'token-bbbbbbbbbb']);
});

test.each([
  [undefined, 'First'],
  ['second', 'Second'],
])('a push that an earlier attempt sent through the integration %s names the provider %s', async (id, provider) => {
  const integration = (name: string) => sampleIntegration('push', { id: name.toLowerCase(), providerName: name });
  const run = sampleRun('push', {
    integrations: [integration('First'), integration('Second'), sampleIntegration('push')],
    attempt: { number: 9, seriesStartedAt: before(80_000_000) },
    job: id === undefined ? {} : { integrationId: id },
    sentMessages: new Set(['earlier']),
  });
  const { job } = await played(run, refusal('unavailable'));
  expect(job).toMatchObject({ status: 'completed', reason: reasonFor('sent', { provider, attempt: 9 }) });
});
