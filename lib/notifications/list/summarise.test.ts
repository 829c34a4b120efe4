import { expect, test } from 'vitest';
import { rowText } from '#lib/notifications/status/run-sentence.ts';
import { type EvidenceOf, type ReasonCode, reasonFor } from '#lib/reasons/registry.ts';
import { RunSummary } from './run-summary.ts';
import { type StoredJob, type StoredWork, summarise } from './summarise.ts';

const MINUTE = 60_000;
const now = Date.parse('2026-06-15T12:00:00.000Z');

function job(type: StoredJob['type'], status: StoredJob['status'], reason?: unknown): StoredJob {
  return { id: `${type} ${status}`, type, status, reason, updatedAt: now - 58 * MINUTE };
}

function work({ id }: StoredJob, readyAt: number, leaseUntil: number | null = null): StoredWork {
  return { jobId: id, readyAt, leaseUntil };
}

function because<Code extends ReasonCode>(code: Code, evidence: EvidenceOf<Code>) {
  return reasonFor(code, evidence);
}

function row(jobs: StoredJob[], working: StoredWork[] = [], wanted: StoredJob['type'][] = []) {
  const summary = RunSummary.parse({
    _id: '1',
    createdAt: '2026-06-15T11:00:00.000Z',
    transactionId: 't',
    severity: 'none',
    workflow: { name: 'Order shipped' },
    subscriber: { subscriberId: 'jane', firstName: 'Jane', lastName: 'Cooper' },
    ...summarise(jobs, working, now, wanted),
  });
  return { ...rowText(summary, now, 'UTC', wanted), summary };
}

const SENT = because('sent', { provider: 'SendGrid', attempt: 1 });
const REJECTED = because('provider_rejected', { provider: 'SendGrid', words: '550 mailbox not found', attempt: 1 });
const byEmail = (values: object) => because('skip_condition', { condition: { '==': [1, 1] }, values });

test('a row shows channel and reason, and a skip never looks like a success', () => {
  const sms = job('sms', 'skipped', byEmail({ 'payload.byEmail': true }));
  expect(row([sms])).toMatchObject({ state: 'skipped', text: 'SMS skipped: byEmail is true', failed: false });
  expect(row([job('email', 'completed', SENT), sms])).toMatchObject({
    state: 'partly',
    text: 'SMS skipped: byEmail is true; email sent',
  });
  expect(row([job('sms', 'skipped', byEmail({}))]).text).toBe('SMS skipped: its skip rule matched');
  const off = because('preference_workflow', { channel: 'email' });
  expect(row([job('email', 'skipped', off)]).text).toBe('Email skipped: switched off for this workflow');
  expect(row([]).text).toBe('Order shipped has no active step');
});

test('a failure is shown with its step, the number of further failures, and when the run continues', () => {
  const mail = job('email', 'failed', REJECTED);
  const push = job('push', 'failed', REJECTED);
  expect(row([job('in_app', 'completed', SENT), mail, push])).toMatchObject({
    state: 'failed',
    text: 'Email failed: SendGrid said “550 mailbox not found”; 1 more failed',
    failed: true,
  });
  const delay = job('delay', 'delayed', because('delayed', { until: '2026-06-15T14:00:00.000Z' }));
  expect(row([mail, delay], [work(delay, now + 120 * MINUTE)])).toMatchObject({
    state: 'waiting',
    text: 'Email failed: SendGrid said “550 mailbox not found”; waits until 14:00',
    failed: true,
  });
  expect(row([job('email', 'failed')]).text).toBe('Email failed: no reason was recorded');
});

test('a run with only sandboxed messages is marked, also next to a skipped step', () => {
  const sandboxed = because('sandboxed', { provider: 'SendGrid', attempt: 1 });
  const sent = [job('email', 'completed', sandboxed), job('sms', 'completed', sandboxed)];
  expect(row(sent)).toMatchObject({ state: 'sandboxed', text: 'Email and SMS sent (sandbox)' });
  const mixed = row([job('email', 'completed', sandboxed), job('sms', 'completed', SENT)]);
  expect(mixed.text).toBe('Email (sandbox) and SMS sent');
  const inbox = job('in_app', 'completed', SENT);
  expect(row([inbox, job('email', 'completed', sandboxed)])).toMatchObject({
    state: 'sandboxed',
    text: 'In-app and email (sandbox) sent',
  });
  expect(row([inbox])).toMatchObject({ state: 'sent', text: 'In-app sent' });
  expect(mixed.summary.steps).toEqual([
    { type: 'email', status: 'sent', sandbox: true },
    { type: 'sms', status: 'sent' },
  ]);
});

test('sent steps are named, without a warning', () => {
  expect(row([job('email', 'completed', SENT), job('sms', 'completed', SENT)])).toMatchObject({
    state: 'sent',
    text: 'Email and SMS sent',
  });
});

test('queued, running, waiting and stuck runs have different texts', () => {
  const mail = job('email', 'queued');
  const delay = job('delay', 'delayed', because('delayed', { until: '2026-06-15T14:00:00.000Z' }));
  const after = job('sms', 'pending');
  const states: [StoredWork[], string, string][] = [
    [[work(mail, now - MINUTE)], 'queued', 'Queued'],
    [[work(mail, now - MINUTE, now + 20_000)], 'running', 'Running'],
    // The run’s worker died, and the lease expired long ago.
    [[work(mail, now - 58 * MINUTE, now - 57 * MINUTE)], 'stuck', 'No progress for 58 min'],
    [[work(mail, now - 58 * MINUTE)], 'stuck', 'No progress for 58 min'],
    // The queue has no work for the run.
    [[], 'stuck', 'No progress for 58 min'],
  ];
  for (const [working, state, text] of states) expect(row([mail, after], working)).toMatchObject({ state, text });
  const waiting = row([delay, after], [work(delay, now + 120 * MINUTE)]);
  expect(waiting).toMatchObject({ state: 'waiting', text: 'SMS waits until 14:00' });
  expect(waiting.summary).toMatchObject({
    until: '2026-06-15T14:00:00.000Z',
    steps: [{ status: 'waiting' }, { status: 'queued' }],
  });
  const skipped = job('sms', 'skipped', byEmail({ 'payload.byEmail': true }));
  expect(row([skipped, delay], [work(delay, now + 120 * MINUTE)])).toMatchObject({
    state: 'waiting',
    text: 'Waits until 14:00; SMS skipped: byEmail is true',
  });
  // Progress of one step takes precedence over a wait of another.
  expect(row([delay, mail], [work(delay, now + MINUTE), work(mail, now - 1)]).state).toBe('queued');
});

test('a row shows the reason of every skipped message', () => {
  const skip = (type: 'sms' | 'email' | 'push' | 'in_app', reason: unknown) => job(type, 'skipped', reason);
  const noPhone = skip('sms', because('no_address', { channel: 'sms' }));
  const noEmail = skip('email', because('no_address', { channel: 'email' }));
  const byRule = skip('push', byEmail({ 'payload.byEmail': true }));
  const sent = job('in_app', 'completed', SENT);
  const delay = job('delay', 'skipped', byEmail({}));
  const both = 'SMS and email skipped: no phone number, no email address';
  expect(row([noPhone, delay, noEmail])).toMatchObject({
    text: both,
    summary: { decidedBy: { step: 'sms' }, moreSkipped: [{ step: 'email', reason: { code: 'no_address' } }] },
  });
  expect(row([noPhone]).summary).not.toHaveProperty('moreSkipped');
  expect(row([byRule, noEmail, noPhone]).text).toBe(
    'Email and SMS skipped: no email address, no phone number; push skipped: byEmail is true',
  );
  // An intended skip explains nothing if a message was sent or failed.
  expect(row([noPhone, noEmail, byRule, sent]).text).toBe(`${both}; in-app sent`);
  expect(row([byRule, sent]).text).toBe('Push skipped: byEmail is true; in-app sent');
  const mail = job('email', 'failed', REJECTED);
  expect(row([byRule, mail]).text).toBe('Email failed: SendGrid said “550 mailbox not found”');
  expect(row([noPhone, mail]).text).toBe(
    'Email failed: SendGrid said “550 mailbox not found”; SMS skipped: no phone number',
  );
});

test('a row contains no long evidence', () => {
  const values = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`payload.v${n}`, 'x'.repeat(1000)]));
  const { summary } = row([job('sms', 'skipped', byEmail(values))]);
  expect(JSON.stringify(summary).length).toBeLessThan(1500);
});

test('the text starts with the requested step', () => {
  const noPhone = job('sms', 'skipped', because('no_address', { channel: 'sms' }));
  const off = job('email', 'skipped', because('preference_workflow', { channel: 'email' }));
  const [first, second] = ['SMS skipped: no phone number', 'Email skipped: switched off for this workflow'];
  expect(row([noPhone, off]).text).toBe(`${first}; e${second.slice(1)}`);
  expect(row([noPhone, off], [], ['email']).text).toBe(`${second}; ${first}`);
  expect(row([noPhone, off], [], ['email']).summary.steps.map(({ type }) => type)).toEqual(['sms', 'email']);
  const sent = [noPhone, job('email', 'completed', SENT)];
  expect(row(sent, [], ['sms']).text).toBe('SMS skipped: no phone number; email sent');
  expect(row(sent, [], ['email']).text).toBe('Email sent; SMS skipped: no phone number');
  const since = because('preference_global', { channel: 'sms', since: '2026-05-13T23:39:00.000Z' });
  expect(row([job('sms', 'skipped', since)]).text).toBe('SMS skipped: switched off for all workflows on 13 May');
  const push = job('push', 'failed', REJECTED);
  const email = job('email', 'failed', because('no_integration', { channel: 'email' }));
  expect(row([push, email], [], ['email']).text).toBe('Email failed: no email integration is active; 1 more failed');
});

test('a run cancelled in progress shows sent and unsent steps and the actor', () => {
  const cancelled = because('canceled', { actor: 'Ann' });
  const rest = (['email', 'sms', 'push'] as const).map((type) => job(type, 'canceled', cancelled));
  expect(row([job('in_app', 'completed', SENT), job('delay', 'canceled', cancelled), ...rest])).toMatchObject({
    state: 'partly',
    text: 'In-app sent; email, SMS and push cancelled by Ann',
  });
  expect(row([job('email', 'failed', REJECTED), job('sms', 'canceled', cancelled)]).text).toBe(
    'Email failed: SendGrid said “550 mailbox not found”; SMS cancelled by Ann',
  );
  expect(row(rest)).toMatchObject({ state: 'cancelled', text: 'Cancelled by Ann' });
  expect(row([job('in_app', 'completed', SENT), job('delay', 'canceled', cancelled)])).toMatchObject({
    state: 'partly',
    text: 'In-app sent; delay cancelled by Ann',
  });
});
