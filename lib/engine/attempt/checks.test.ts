import { expect, test } from 'vitest';
import type { Decision } from '#lib/engine/decision.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { decided, NOW, SUNDAYS_ONLY, samplePerson, samplePreference, sampleRun, sampleStep } from '#testing/run.ts';

type Changes = NonNullable<Parameters<typeof sampleRun>[1]>;

const FREE = { '==': [{ var: 'payload.plan' }, 'free'] };
const PRO = { '==': [{ var: 'payload.plan' }, 'pro'] };
const delayed = reasonFor('delayed', { until: NOW.toISOString() });
const waited = { status: 'delayed', waitedSince: new Date(NOW.getTime() - 3_600_000), reason: delayed } as const;
const schedule = (weeklySchedule: object) => [samplePreference({ schedule: { isEnabled: true, weeklySchedule } })];
const closed = schedule(SUNDAYS_ONLY.weeklySchedule);
const open = schedule({ wednesday: { isEnabled: true } });
const neverOpen = schedule({});
const SUNDAY = new Date('2026-11-22T08:00:00.000Z');

/** The hours in the evidence of the reasons about `SUNDAYS_ONLY`. */
const shown = { hours: 'closed', timezone: 'Europe/Berlin' };

test.each<[string, Parameters<typeof sampleRun>, object]>([
  ['a text within the hours is sent', ['sms', { preferences: open }], { type: 'deliver' }],
  [
    'a text outside the hours is skipped',
    ['sms', { preferences: closed }],
    { type: 'skip', reason: reasonFor('outside_schedule', { ...shown, until: SUNDAY.toISOString() }) },
  ],
  [
    'a text is skipped if there are no hours',
    ['sms', { preferences: neverOpen }],
    { type: 'skip', reason: { code: 'outside_schedule', evidence: shown } },
  ],
  ['an in-app message is stored at any time', ['in_app', { preferences: closed }], { type: 'deliver' }],
  ['a custom step runs at any time', ['custom', { preferences: closed }], { type: 'continue' }],
  [
    'a delay begins at any time',
    ['delay', { preferences: closed }],
    { type: 'wait', isExtension: false, reason: { code: 'delayed' } },
  ],
  [
    'a delay that ends outside the hours waits for them',
    ['delay', { preferences: closed, job: { ...waited, scheduleExtensions: 1 } }],
    {
      type: 'wait',
      until: SUNDAY,
      isExtension: true,
      reason: reasonFor('extended_to_schedule', { ...shown, until: SUNDAY.toISOString(), count: 2 }),
    },
  ],
  [
    'a delay that ends within the hours continues',
    ['delay', { preferences: open, job: waited }],
    { type: 'continue', reason: { code: 'delay_finished' } },
  ],
  [
    'a delay continues after three waits for the hours, with a note',
    ['delay', { preferences: closed, job: { ...waited, scheduleExtensions: 3 } }],
    { type: 'continue', notes: [{ reason: reasonFor('extensions_spent', { count: 3 }) }] },
  ],
  [
    'a delay does not wait for hours that never come',
    ['delay', { preferences: neverOpen, job: waited }],
    { type: 'continue', notes: [{ reason: reasonFor('extensions_spent', { count: 0 }) }] },
  ],
])('%s', async (_, [step, changes], expected) => {
  expect(await decided(sampleRun(step, changes))).toMatchObject(expected);
});

test.each<[string, Changes, object]>([
  [
    'a job that kills its workers fails, with the number of deaths while it ran alone',
    { attempt: { deaths: 5 } },
    { type: 'fail', reason: reasonFor('poison', { count: 3 }) },
  ],
  [
    'a condition of the topic subscription skips the step',
    { ended: reasonFor('topic_condition', { topic: 'news' }) },
    { type: 'skip', reason: { code: 'topic_condition' } },
  ],
  [
    'a channel that the workflow switches off has the layer',
    { workflow: { userPreferences: { channels: { email: { enabled: false } } } } },
    { type: 'skip', reason: reasonFor('preference_default', { channel: 'email', layer: 'workflow_user' }) },
  ],
  ['a preference whose condition holds allows the message', preferring(FREE), { type: 'deliver' }],
  ['a preference with an empty condition allows the message', preferring({}), { type: 'deliver' }],
  ['a preference whose condition does not hold prevents the message', preferring(PRO), { type: 'skip' }],
])('%s', async (_, changes, expected) => {
  expect(await decided(sampleRun('email', changes))).toMatchObject(expected);
});

function preferring(condition: Record<string, unknown>): Changes {
  return { preferences: [samplePreference({ condition })] };
}

const codes = ({ notes }: Decision) => notes.map(({ reason }) => reason.code);

test('a rule that does not skip the step is noted with its values', async () => {
  const { notes } = await decided(sampleRun(sampleStep('custom', { controls: { skip: PRO } })));
  const matched = reasonFor('conditions_matched', { condition: PRO, values: { 'payload.plan': 'free' } });
  expect(notes.map(({ reason }) => reason)).toContainEqual(matched);
});

test.each([null, {}, 'true'])('%j is not a rule: it neither skips the step nor is noted', async (skip) => {
  const outcome = await decided(sampleRun(sampleStep('custom', { controls: { skip } })));
  expect([outcome.type, codes(outcome)]).toEqual(['continue', ['step_queued']]);
});

test('a template with an error fails the step, with the problem and its control', async () => {
  const outcome = await decided(sampleRun(sampleStep('sms', { controls: { body: '{% if %}' } })));
  expect(outcome).toMatchObject({
    type: 'fail',
    reason: { code: 'render_failed', evidence: { problem: expect.stringContaining('line 1'), control: 'body' } },
  });
});

const since = { since: NOW.toISOString() };
const unavailable = reasonFor('provider_unavailable', { provider: 'Acme', attempt: 1, words: 'Later', ...since });
const integration = { integration: 'my-sms', provider: 'Acme' };
const rateLimited = reasonFor('rate_limit_waiting', { ...integration, messagesPerSecond: 5 });
const quotaUsed = reasonFor('quota_waiting', { ...integration, messagesPerDay: 5, until: NOW.toISOString() });
const waiting = reasonFor('retry_waiting', { until: NOW.toISOString(), attempt: 1 });

test.each<[string, NonNullable<Changes['job']>, boolean]>([
  ['new', {}, true],
  ['of a scheduled trigger', { reason: delayed }, true],
  ['of a scheduled trigger that was attempted', { reason: delayed, attempts: 1 }, false],
  ['held back before its first attempt', { reason: unavailable }, true],
  ['held back by a rate limit', { reason: rateLimited }, true],
  ['held back by a daily quota', { reason: quotaUsed }, true],
  ['held back after an attempt', { reason: unavailable, attempts: 1 }, false],
  ['that waits for a retry', { reason: waiting }, false],
])('the start of a job %s is recorded once', async (_, job, isFirst) => {
  const outcome = await decided(sampleRun('sms', { job }));
  const first = ['step_queued', 'integration_selected', 'message_created'];
  expect(codes(outcome)).toEqual(isFirst ? first : []);
});

test('the start of a delay is not recorded again at its end', async () => {
  expect(codes(await decided(sampleRun('delay', { job: waited })))).toEqual([]);
});

test('the hours of a subscriber without a time zone are in UTC', async () => {
  const run = sampleRun('sms', { preferences: closed, subscriber: samplePerson({ timezone: null }) });
  expect(await decided(run)).toMatchObject({
    reason: { evidence: { timezone: 'UTC', until: '2026-11-22T09:00:00.000Z' } },
  });
});
