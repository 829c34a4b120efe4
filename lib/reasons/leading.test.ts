import { describe, expect, test } from 'vitest';
import { answerOf } from '#lib/explain/decisive-step.ts';
import { explanationSummary } from '#lib/explain/summary.ts';
import { explanationOf } from '#lib/explain/wire.ts';
import { summarise } from '#lib/notifications/list/summarise.ts';
import { rowText } from '#lib/notifications/status/run-sentence.ts';
import { runStatusOf } from '#lib/notifications/status/run-status.ts';
import { ticketText } from '#lib/notifications/status/ticket-text.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { leadingStep } from './leading.ts';
import { type Reason, reasonFor } from './registry.ts';

const VALUES = { condition: { '==': [1, 1] }, values: { 'payload.byEmail': true } };
const BY_RULE = reasonFor('skip_condition', VALUES);
const BY_FILTER = reasonFor('filter', VALUES);
const BY_TOPIC = reasonFor('topic_condition', { topic: 'news' });
const OFF = reasonFor('preference_workflow', { channel: 'push' });
const OUTSIDE = reasonFor('outside_schedule', { hours: 'Mon 9–17', timezone: 'Europe/Berlin' });
const NO_EMAIL = reasonFor('no_address', { channel: 'email' });
const NO_CHAT = reasonFor('no_channel', { channel: 'chat' });
const NO_DEVICE = reasonFor('no_token', {});
const SUPPRESSED = reasonFor('suppressed', { address: 'j•••@shop.example', event: 'bounced' });
const REJECTED = reasonFor('provider_rejected', { provider: 'SendGrid', words: 'no', attempt: 1 });

test.each<[string, (Reason | undefined)[], number]>([
  ['a missing address before a rule of the step', [BY_RULE, NO_EMAIL], 1],
  ['a missing chat connection before a filter', [BY_FILTER, NO_CHAT], 1],
  ['a missing push device before the condition of a subscription', [BY_TOPIC, NO_DEVICE], 1],
  ['a suppressed address before a preference', [OFF, SUPPRESSED], 1],
  ['a missing address before what the recipient chose', [OFF, OUTSIDE, NO_EMAIL], 2],
  ['what the recipient chose before a rule of the step', [BY_RULE, OFF], 1],
  ['the hours of the recipient before a rule of the step', [BY_RULE, OUTSIDE], 1],
  ['a failure before a missing address', [NO_EMAIL, BY_RULE, REJECTED], 2],
  ['of equals the first', [NO_CHAT, NO_EMAIL], 0],
  ['of rules the first', [BY_RULE, BY_FILTER], 0],
  ['anything before a step without a reason', [undefined, BY_RULE], 1],
  ['a step without a reason when there is no other', [undefined], 0],
])('%s comes first', (_, reasons, leads) => {
  expect(leadingStep(reasons.entries().toArray(), ([, reason]) => reason)?.[0]).toBe(leads);
});

test('no steps have no leading step', () => expect(leadingStep([], () => undefined)).toBeUndefined());

describe('a run that sent nothing, because a rule skipped the SMS and there is no email address', () => {
  const at = new Date('2026-11-22T20:38:09.000Z');
  const subscriber = { _id: '1', subscriberId: 'vikram', firstName: 'Vikram' };
  const skipped = [
    { id: '1', type: 'sms' as const, reason: BY_RULE },
    { id: '2', type: 'email' as const, reason: NO_EMAIL },
  ].map((job) => ({ ...job, status: 'skipped' as const, updatedAt: +at }));
  const jobs = skipped.map(({ id, type, status, reason }) => ({
    ...{ _id: id, type, status, reason, executionDetails: [], providerId: 'svc' },
    step: { _id: id, active: true, filters: [], _templateId: id },
  }));
  const run = { _id: 'r', transactionId: 't', createdAt: at.toISOString(), jobs: jobs as never, subscriber };
  const summary = summarise(skipped, [], +at);
  const first = 'Email skipped: no email address';
  const text = `${first}; SMS skipped: byEmail is true`;

  test('leads with the missing address in row, run, ticket and Explain, and each shows the rule too', () => {
    const shared = { _id: 'r', transactionId: 't', createdAt: at.toISOString(), severity: 'none' as const };
    const row = { ...shared, workflow: { name: 'Sign-in code' }, subscriber, ...summary };
    expect(rowText(row, +at).text).toBe(text);
    expect(runStatusOf({ ...run, summary }).parts).toEqual([`${text}.`]);
    // A ticket omits the values that a rule read.
    expect(ticketText({ ...run, summary } as never, 'address').split('\n')[1]).toBe(
      `${first}; SMS skipped: its skip rule matched.`,
    );
    const steps = skipped.map((job) => ({ ...job, stepId: job.id, name: '', updatedAt: at }));
    expect(explanationOf(answerOf(steps, [], {}, summary)).summary).toBe(`${text}.`);
  });

  test('puts the requested channel or reason first', () => {
    expect(summarise(skipped, [], +at, ['sms']).decidedBy?.step).toBe('sms');
    expect(summarise(skipped, [], +at, ['skip_condition']).decidedBy?.reason.code).toBe('skip_condition');
    const steps = skipped.map((job) => ({ ...job, stepId: job.id, name: '', updatedAt: at }));
    expect(answerOf(steps, [], { channel: 'sms' }, summary).reason.code).toBe('skip_condition');
  });
});

test.each([
  ['completed', 'email', 'Email done: no reason was recorded'],
  ['completed', 'delay', 'Delay done: no reason was recorded'],
  ['skipped', 'email', 'Email skipped: no reason was recorded'],
  ['failed', 'email', 'Email failed: no reason was recorded'],
  ['merged', 'digest', 'Digest merged: no reason was recorded'],
  ['canceled', 'email', 'Email cancelled: no reason was recorded'],
] as const)(
  'row, run and Explain show “no reason recorded” for a %s %s step with an unreadable reason',
  (status, type, text) => {
    const at = new Date('2026-11-22T20:38:09.000Z');
    const job = { id: '1', type, status, reason: undefined, updatedAt: +at };
    const run = { ...{ _id: 'r', transactionId: 't', createdAt: at.toISOString() }, severity: 'none' as const };
    const summary = summarise([job], [], +at);
    expect(rowText({ ...run, workflow: { name: 'Import' }, ...summary }, +at).text).toBe(text);
    const jobs = [{ ...job, _id: '1', executionDetails: [], step: { _id: '1' } }];
    expect(runStatusOf({ ...run, jobs: jobs as never, summary }).parts).toEqual([`${text}.`]);
    const answer = explanationOf(answerOf([{ ...job, stepId: 'a', name: '', updatedAt: at }], [], {}, summary));
    expect(answer.summary).toBe(`${text}.`);
    expect(explanationSummary(answer, timesAt(+at, 'UTC'))).toBe(`${text}.`);
  },
);
