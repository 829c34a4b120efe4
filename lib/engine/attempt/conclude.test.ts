import { expect, test } from 'vitest';
import type { Decision, SendResult } from '#lib/engine/decision.ts';
import { TransitionError } from '#lib/engine/job-status.ts';
import type { Records } from '#lib/engine/record/records.ts';
import type { RunContext, RunStep } from '#lib/engine/run-context.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { accepted, decided, NOW, refused, sampleIntegration, sampleRun, sampleStep } from '#testing/run.ts';
import { conclude } from './conclude.ts';

const LATER = new Date(NOW.getTime() + 40_000);

async function played(run: RunContext, answers = accepted as (outcome: Decision) => SendResult[]): Promise<Records> {
  const outcome = await decided(run);
  return conclude(run, outcome, answers(outcome), NOW);
}

const down = (outcome: Decision) => refused(outcome, 'unavailable');
/** Returns results in which only the first target accepts its message. */
const firstOnly = (outcome: Decision) => [...accepted(outcome).slice(0, 1), ...down(outcome).slice(1)];
const after = (type: WorkflowStepType | RunStep, changes = {}) => sampleRun(type, changes, [sampleStep('sms')]);
const codes = ({ details }: Records) => details.map(({ reason }) => reason.code);

test('each device has one message, with the same ID in every attempt', async () => {
  const first = await played(sampleRun('push'), down);
  const second = await played(sampleRun('push', { attempt: { number: 2 } }), down);
  expect(first.messages).toHaveLength(2);
  expect(second.messages.map(({ id }) => id)).toEqual(first.messages.map(({ id }) => id));
  expect(first.messages.map(({ address }) => address.deviceTokens)).toEqual([
    ['token-aaaaaaaaaa'],
    ['token-bbbbbbbbbb'],
  ]);
  const elsewhere = sampleRun('push', { environment: { id: 'other', organizationId: 'o', failover: false } });
  expect((await played(elsewhere)).messages[0]?.id).not.toBe(first.messages[0]?.id);
});

test('an in-app message is delivered once it is stored, also in sandbox mode', async () => {
  const integrations = [sampleIntegration('in_app', { sandbox: true })];
  expect((await played(sampleRun('in_app', { integrations }))).job).toMatchObject({ reason: { code: 'sent' } });
});

test('a second attempt sends only missing messages', async () => {
  const first = await played(sampleRun('push'), firstOnly);
  expect(first.messages.map(({ status }) => status)).toEqual(['sent', 'warning']);
  expect(first.job).toMatchObject({ status: 'queued', reason: { code: 'retry_waiting' } });
  const [sent, missing] = first.messages.map(({ id }) => id);
  const again = sampleRun('push', { attempt: { number: 2 }, job: first.job, sentMessages: new Set([sent ?? '']) });
  const second = await played(again);
  expect(second.messages.map(({ id }) => id)).toEqual([missing]);
  expect(second.job).toMatchObject({ status: 'completed', attempts: 2 });
  expect(codes(second)).toEqual(['sent']);
  expect(second.details.every(({ isRetry }) => isRetry)).toBe(true);
});

test('settings that a provider refuses have its status code', async () => {
  const { job } = await played(sampleRun('email'), (outcome) => refused(outcome, 'configuration', { status: 404 }));
  expect(job).toMatchObject({ status: 'failed', reason: { code: 'integration_invalid', evidence: { status: 404 } } });
});

test('a step with one reached target succeeds, even if the others fail', async () => {
  const spent = { number: 9, seriesStartedAt: new Date(NOW.getTime() - 80_000_000) };
  const partly = await played(sampleRun('push', { attempt: spent }), firstOnly);
  expect(partly.job).toMatchObject({ status: 'completed', reason: { code: 'sent' } });
  expect(partly.messages.map(({ status }) => status)).toEqual(['sent', 'error']);
  const before = sampleRun('push', { attempt: spent, sentMessages: new Set(['one']) });
  expect((await played(before, down)).job).toMatchObject({ status: 'completed', reason: { code: 'sent' } });
});

test('deleted devices are removed from the subscriber', async () => {
  const gone = (outcome: Decision) => [...refused(outcome, 'token_gone').slice(0, 1), ...accepted(outcome).slice(1)];
  const records = await played(sampleRun('push'), gone);
  expect(records.goneDevices).toEqual([{ channelId: 'push-1', token: 'token-aaaaaaaaaa' }]);
  expect(records.job.status).toBe('completed');
  expect(JSON.stringify(records.details)).not.toContain('token-aaaaaaaaaa');
});

test('quick retries delay the next step, and slow ones release it', async () => {
  expect((await played(after('email'), down)).others).toEqual([]);
  const slow = await played(
    after('email', { attempt: { number: 4, seriesStartedAt: new Date(NOW.getTime() - 40_000) } }),
    down,
  );
  expect(slow.job.status).toBe('queued');
  expect(slow.others).toEqual([{ id: 'job-the-sms', status: 'queued', readyAt: NOW }]);
});

test('slow retries of a step that can end the run delay all later steps', async () => {
  const strict = sampleStep('email', { shouldStopOnFail: true });
  const attempt = { number: 4, seriesStartedAt: new Date(NOW.getTime() - 40_000) };
  expect((await played(after(strict, { attempt }), down)).others).toEqual([]);
});

test('a released step is not queued a second time, nor is the one after it', async () => {
  const run = sampleRun('email', { attempt: { number: 5 } }, [sampleStep('delay'), sampleStep('sms')]);
  const [email, delay, sms] = run.jobs as [RunContext['job'], RunContext['job'], RunContext['job']];
  const waiting = { ...run, jobs: [email, { ...delay, status: 'delayed' as const }, sms] };
  const records = await played(waiting);
  expect(records.others).toEqual([]);
  expect(records.hasActiveSibling).toBe(true);
});

test('a run continues after a failed channel step, unless the step is set to end it', async () => {
  const rejected = (outcome: Decision) => refused(outcome, 'rejected');
  expect((await played(after('email'), rejected)).others).toMatchObject([{ status: 'queued' }]);
  const strict = await played(after(sampleStep('email', { shouldStopOnFail: true })), rejected);
  expect(strict.others).toEqual([
    { id: 'job-the-sms', status: 'canceled', reason: reasonFor('earlier_failed', { step: 'The email' }) },
  ]);
  expect(strict.outcome).toMatchObject({ outcome: 'failed', reason: { code: 'address_refused' } });
});

test('a failed step of another kind ends the run', async () => {
  const records = await played(after(sampleStep('http_request', { controls: { url: '' } })));
  expect(records.others).toMatchObject([{ status: 'canceled', reason: { code: 'earlier_failed' } }]);
  expect(records.outcome).toMatchObject({ outcome: 'failed', reason: { code: 'render_failed' } });
});

test('a cancelled run ends the steps that follow', async () => {
  const ended = reasonFor('canceled', { actor: 'Ann', at: NOW.toISOString() });
  const records = await played(after('email', { ended }));
  expect(records.others).toEqual([{ id: 'job-the-sms', status: 'canceled', reason: ended }]);
  expect(records.outcome).toEqual({ outcome: 'cancelled', reason: ended });
  expect(records.messages).toEqual([]);
});

test('a delay waits once, and its result has the duration', async () => {
  const first = await played(after('delay'));
  const until = new Date(NOW.getTime() + 3_600_000);
  expect(codes(first)).toEqual(['step_queued', 'delayed']);
  expect(first).toMatchObject({ job: { scheduleExtensions: 0 }, messages: [], others: [], goneDevices: [] });
  expect(first.work).toEqual({ type: 'again', readyAt: until, attempts: 0 });
  expect(first.job).toMatchObject({ status: 'delayed', dueAt: until, waitedSince: NOW });
  const run = after('delay', { job: first.job });
  const records = conclude(run, await decided(run, until), [], until);
  expect(records.job).toMatchObject({ status: 'completed', result: { duration: 3_600_000 } });
  expect(codes(records)).toEqual(['delay_finished']);
  expect(records.others).toMatchObject([{ status: 'queued' }]);
});

test('a wait for the subscriber’s hours counts extensions, and keeps its start', async () => {
  const waitedSince = new Date(NOW.getTime() - 1000);
  const schedule = { isEnabled: true, weeklySchedule: { sunday: { isEnabled: true } } };
  const row = {
    id: 'p',
    workflowId: null,
    contextKeys: [],
    enabled: true,
    channels: {},
    condition: null,
    updatedAt: NOW,
  };
  const run = sampleRun('delay', { job: { status: 'delayed', waitedSince }, preferences: [{ ...row, schedule }] });
  const records = await played(run);
  expect(records.job).toMatchObject({ status: 'delayed', scheduleExtensions: 1, waitedSince });
  expect(records.job.dueAt).toEqual(new Date('2026-11-21T23:00:00.000Z'));
});

test('a skipped step has no message', async () => {
  const suppressions = [{ channel: 'sms', address: '+15555550123', event: 'bounced', since: NOW } as const];
  expect(await played(sampleRun('sms', { suppressions }))).toMatchObject({ job: { status: 'skipped' }, messages: [] });
});

test('a step that reached its recipient before the cancellation ends with the reason', async () => {
  const ended = reasonFor('canceled', { actor: 'Ann' });
  const records = await played(after('push', { ended, sentMessages: new Set(['earlier']) }));
  expect(records.job).toMatchObject({ status: 'completed', reason: { code: 'rest_cancelled' } });
  expect(codes(records)).toEqual(['step_queued', 'rest_cancelled']);
});

test('only details of integrations in sandbox mode are tests, and the first attempt is not a retry', async () => {
  const marks = async (sandbox: boolean) => {
    const run = sampleRun('email', { integrations: [sampleIntegration('email', { sandbox })] });
    const { details } = await played(run);
    return details.map(({ reason, isTest, isRetry, raw }) => [reason.code, isTest, isRetry, raw !== undefined]);
  };
  expect(await marks(false)).toEqual([
    ['step_queued', false, false, false],
    ['integration_selected', false, false, false],
    ['message_created', false, false, false],
    ['sent', false, false, true],
  ]);
  expect(await marks(true)).toEqual([
    ['step_queued', false, false, false],
    ['integration_selected', true, false, false],
    ['message_created', true, false, false],
    ['sandboxed', true, false, true],
  ]);
});

test.each([
  ['pending', false],
  ['queued', true],
  ['running', true],
  ['delayed', true],
  ['completed', false],
  ['failed', false],
] as const)('a run whose next job is %s shares its end: %s', async (status, hasActiveSibling) => {
  const run = after('email');
  const jobs = run.jobs.map((job) => (job.id === run.job.id ? job : { ...job, status }));
  expect((await played({ ...run, jobs })).hasActiveSibling).toBe(hasActiveSibling);
});

test('a running job is concluded like a queued one', async () => {
  expect((await played(sampleRun('sms', { job: { status: 'running' } }))).job.status).toBe('completed');
});

test('every sent message needs a response', async () => {
  const run = sampleRun('push');
  const outcome = await decided(run);
  expect(() => conclude(run, outcome, accepted(outcome).slice(1), NOW)).toThrow(/what happened/);
});

test('a job that could not be claimed is not concluded', async () => {
  const run = sampleRun('sms', { job: { status: 'completed' } });
  const outcome = await decided(run);
  expect(() => conclude(run, outcome, accepted(outcome), NOW)).toThrow(TransitionError);
});

test('a missing address leaves a message with the content', async () => {
  const base = sampleRun('email');
  const run = { ...base, subscriber: base.subscriber && { ...base.subscriber, email: null } };
  const { messages, job } = await played(run);
  expect(job.status).toBe('skipped');
  expect(messages).toMatchObject([
    {
      status: 'warning',
      errorId: 'mail_unexpected_error',
      errorText: 'Subscriber missing email address',
      subject: 'Hello Jane',
    },
  ]);
});

test('with failover, each attempt begins with the next integration', async () => {
  const spare = sampleIntegration('email', { id: 'spare', identifier: 'spare', primary: false });
  const chosen = async (number: number, failover: boolean) => {
    const run = sampleRun('email', { attempt: { number }, integrations: [spare, sampleIntegration('email')] });
    const records = await played({ ...run, environment: { ...run.environment, failover } });
    return records.messages[0]?.integrationId;
  };
  expect(await Promise.all([1, 2, 3].map((number) => chosen(number, true)))).toEqual([
    'integration-email',
    'spare',
    'integration-email',
  ]);
  expect(await chosen(2, false)).toBe('integration-email');
});

/**
 * Returns the run of a push step whose trigger names an integration, and whose subscriber also has a device of another
 * integration.
 */
function namedPush(changes: object) {
  const run = sampleRun('push', {
    notification: { overrides: { push: { integrationIdentifier: 'my-push' } } },
    ...changes,
  } as never);
  const spare = {
    id: 'push-2',
    channel: 'push' as const,
    integrationId: 'spare',
    credentials: {},
    deviceTokens: ['token-c'],
  };
  return {
    ...run,
    environment: { ...run.environment, failover: true },
    subscriber: run.subscriber && { ...run.subscriber, channels: [...run.subscriber.channels, spare] },
    integrations: [...run.integrations, sampleIntegration('push', { id: 'spare', identifier: 'spare' })],
  };
}

test('the device of another integration takes over, once, and its refusal does not end the step', async () => {
  const first = await played(namedPush({}), down);
  expect(first.messages.map(({ integrationId }) => integrationId)).toEqual(['integration-push', 'integration-push']);
  const second = await played(namedPush({ attempt: { number: 2 }, job: first.job }));
  expect(second).toMatchObject({
    job: { status: 'completed', integrationId: 'spare' },
    messages: [{ integrationId: 'spare', status: 'sent' }],
  });
  expect(second.details[0]?.reason).toMatchObject({
    code: 'integration_selected',
    evidence: { integration: 'spare', rule: 'failover', candidates: ['my-push', 'spare'] },
  });
  for (const kind of ['rejected', 'token_gone', 'auth'] as const) {
    const refusedBySpare = await played(namedPush({ attempt: { number: 2 }, job: first.job }), (outcome) =>
      refused(outcome, kind),
    );
    expect(refusedBySpare.job, kind).toMatchObject({ status: 'queued', reason: { code: 'retry_waiting' } });
    expect(refusedBySpare.goneDevices).toHaveLength(kind === 'token_gone' ? 1 : 0);
  }
  const named = await played(namedPush({}), (outcome) => refused(outcome, 'rejected'));
  expect(named.job, 'a final refusal of the named one').toMatchObject({ status: 'failed' });
});

test('once a device has the message, no other integration takes over', async () => {
  const first = await played(namedPush({}), firstOnly);
  const [sent, missing] = first.messages.map(({ id }) => id);
  const again = namedPush({ attempt: { number: 2 }, job: first.job, sentMessages: new Set([sent ?? '']) });
  expect((await played(again, down)).messages).toMatchObject([{ id: missing, integrationId: 'integration-push' }]);
});

test('sensitive content stays with the addresses of the first attempt', async () => {
  const earlierAddresses = new Set(['token-aaaaaaaaaa', 'token-bbbbbbbbbb']);
  const { messages } = await played(namedPush({ attempt: { number: 2 }, earlierAddresses }), down);
  expect(messages.map(({ integrationId }) => integrationId)).toEqual(['integration-push', 'integration-push']);
});

test('the reason of giving up contains the elapsed time', async () => {
  const run = sampleRun('email', { attempt: { number: 9, seriesStartedAt: new Date(LATER.getTime() - 86_400_000) } });
  const outcome = await decided(run, LATER);
  const { job } = conclude(run, outcome, down(outcome), LATER);
  expect(job.reason).toMatchObject({ code: 'retries_exhausted', evidence: { attempts: 9, span: 86_400_000 } });
});
