import { expect, test } from 'vitest';
import { type EvidenceOf, type ReasonCode, reasonFor } from '#lib/reasons/registry.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import { aboutRun, detailText, jobReason, jobState, runStatusOf } from './run-status.ts';
import type { Job } from './schema.ts';

function because<Code extends ReasonCode>(code: Code, evidence: EvidenceOf<Code>): WireReason {
  return reasonFor(code, evidence) as WireReason;
}

function job(type: Job['type'], status: string, reason?: WireReason): Job {
  const step = { _id: 'step', active: true, filters: [], _templateId: 'step' };
  const base = {
    _id: `${type} ${status}`,
    type,
    status,
    executionDetails: [],
    step,
    providerId: 'svc' as Job['providerId'],
  };
  return { ...base, ...(reason && { reason }) };
}

const subscriber = { _id: '1', subscriberId: 'jane', firstName: 'Jane' };
const statusOf = (...jobs: Job[]) => runStatusOf({ jobs, subscriber });
const SENT = because('sent', { provider: 'SendGrid', attempt: 1 });
const REJECTED = because('provider_rejected', { provider: 'SendGrid', words: '550 mailbox not found', attempt: 1 });

test('what went through is named once, in order', () => {
  const types = ['email', 'chat', 'chat', 'sms'] as const;
  expect(statusOf(...types.map((type) => job(type, 'completed', SENT)))).toEqual({
    state: 'sent',
    summary: 'E-mail, chat and SMS sent.',
    parts: ['E-mail, chat and SMS sent.'],
    reason: undefined,
  });
});

test('a failure says what the provider answered, and what still arrived', () => {
  expect(statusOf(job('in_app', 'completed', SENT), job('email', 'failed', REJECTED))).toEqual({
    state: 'failed',
    summary: 'E-mail failed: SendGrid said “550 mailbox not found”. In-app went through.',
    parts: ['E-mail failed: SendGrid said “550 mailbox not found”.', 'In-app went through.'],
    reason: 'SendGrid said “550 mailbox not found”',
  });
});

test('a skip is not a failure and has its reason', () => {
  const off = because('preference_workflow', { channel: 'email' });
  expect(statusOf(job('email', 'skipped', off))).toEqual({
    state: 'skipped',
    summary: 'Nothing was sent: Jane switched e-mail off for this workflow.',
    parts: ['Nothing was sent: Jane switched e-mail off for this workflow.'],
    reason: 'Jane switched e-mail off for this workflow',
  });
  expect(statusOf(job('email', 'skipped', off), job('sms', 'completed', SENT))).toEqual({
    state: 'partly',
    summary: 'SMS sent. E-mail was skipped: Jane switched e-mail off for this workflow.',
    parts: ['SMS sent.', 'E-mail was skipped: Jane switched e-mail off for this workflow.'],
    reason: 'Jane switched e-mail off for this workflow',
  });
});

test('sandbox mode does not look like a delivery', () => {
  const sandboxed = because('sandboxed', { provider: 'SendGrid', attempt: 1 });
  expect(statusOf(job('email', 'completed', sandboxed)).summary).toBe(
    'E-mail accepted in sandbox mode; nothing was sent.',
  );
  expect(jobReason(job('email', 'completed', sandboxed), {})).toMatch(/sandbox/);
  expect(jobReason(job('email', 'completed', SENT), {})).toBeUndefined();
});

test('every way that a run can go is told apart', () => {
  const until = '2026-11-18T10:00:00.000Z';
  const throttled = because('throttled', { count: 1, limit: 1, until });
  const retry = because('retry_waiting', { until, attempt: 2, provider: 'SendGrid', words: 'busy' });
  const states = {
    throttled: [job('throttle', 'skipped', throttled), job('email', 'skipped', throttled)],
    merged: [
      job('digest', 'merged', because('digest_merged', {})),
      job('email', 'merged', because('digest_merged', {})),
    ],
    waiting: [job('delay', 'delayed', because('delayed', { until })), job('email', 'pending')],
    running: [job('email', 'queued')],
    cancelled: [job('email', 'canceled', because('canceled', { actor: 'Ann' }))],
    done: [job('delay', 'completed', because('delay_finished', { span: 1 }))],
    skipped: [],
    failed: [job('email', 'failed', REJECTED), job('sms', 'canceled', because('canceled', { actor: 'Ann' }))],
  };
  for (const [state, jobs] of Object.entries(states)) expect(statusOf(...jobs).state).toBe(state);
  expect(statusOf(...states.cancelled).summary).toBe('Cancelled by Ann.');
  expect(statusOf(...states.skipped).summary).toBe('Nothing was sent: the workflow has no active step.');
  expect(jobState(job('email', 'queued', retry))).toBe('waiting');
  expect(statusOf(job('email', 'queued', retry)).summary).toMatch(
    /^Attempt 2 failed \(SendGrid: “busy”\); the next one is at /,
  );
});

test('a run with a failed step lives as long as its other steps, as its row in the list says', () => {
  const until = '2026-11-18T10:00:00.000Z';
  const delayed = job('delay', 'delayed', because('delayed', { until }));
  const waiting = statusOf(job('email', 'failed', REJECTED), delayed, job('sms', 'pending'));
  expect(waiting.state).toBe('waiting');
  expect(waiting.summary).toMatch(/^E-mail failed: SendGrid said “550 mailbox not found”\. Waits until .+\.$/);
  const running = statusOf(job('email', 'failed', REJECTED), job('sms', 'queued'));
  expect(running.state).toBe('running');
  expect(running.parts.at(-1)).toBe('Other steps are on their way.');
});

test('what has no reason says so, and is never told as a success', () => {
  expect(statusOf(job('email', 'failed')).summary).toBe('E-mail failed: no reason was recorded.');
  expect(statusOf(job('email', 'skipped')).summary).toBe('Nothing was sent: no reason was recorded.');
});

test('a detail is told by its reason, else by its text', () => {
  const about = aboutRun({ subscriber });
  const detail = 'Subscriber missing email address';
  expect(detailText({ detail, reason: because('no_address', { channel: 'email' }) }, about)).toBe(
    'Jane has no e-mail address',
  );
  expect(detailText({ detail: 'Message seen' }, about)).toBe('Message seen');
});
