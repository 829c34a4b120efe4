import { expect, test } from 'vitest';
import { canRetry, whyNoStepResend } from '#lib/notifications/retry/retry-rules.ts';
import type { Job } from '#lib/notifications/schema.ts';
import { type EvidenceOf, type ReasonCode, reasonFor } from '#lib/reasons/registry.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { summaryOfJobs } from '#testing/run-surfaces.ts';
import { jobState, shownState, waitsUntil } from './job-state.ts';
import { pollEvery } from './poll-every.ts';
import { outcomeText } from './run-sentence.ts';
import { aboutRun, detailText, jobReason, runStatusOf } from './run-status.ts';
import { fixesOf, jobFix, stepsFixedAbove } from './step-fixes.ts';

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
const readRun = (jobs: Job[], now?: number) => ({ jobs, subscriber, summary: summaryOfJobs(jobs, now) });
const statusOf = (...jobs: Job[]) => runStatusOf(readRun(jobs));
const SENT = because('sent', { provider: 'SendGrid', attempt: 1 });
const REJECTED = because('provider_rejected', { provider: 'SendGrid', words: '550 mailbox not found', attempt: 1 });

test('sent steps are named once, in order', () => {
  const types = ['email', 'chat', 'chat', 'sms'] as const;
  expect(statusOf(...types.map((type) => job(type, 'completed', SENT)))).toMatchObject({
    state: 'sent',
    parts: ['Email, chat and SMS sent.'],
  });
});

test('a failure shows the response of the provider, and the sent steps', () => {
  expect(statusOf(job('in_app', 'completed', SENT), job('email', 'failed', REJECTED))).toMatchObject({
    state: 'failed',
    parts: ['Email failed: SendGrid said “550 mailbox not found”.', 'In-app sent.'],
  });
});

test('several failures are counted as in the row, followed by the other steps', () => {
  const down = because('retries_exhausted', { provider: 'Twilio', attempts: 5, span: 3_600_000 });
  expect(statusOf(job('email', 'failed', REJECTED), job('sms', 'failed', down))).toMatchObject({
    state: 'failed',
    parts: [
      'Email failed: SendGrid said “550 mailbox not found”; 1 more failed.',
      'SMS failed: gave up after 5 attempts.',
    ],
  });
});

test('a skip is not a failure and has its reason', () => {
  const off = because('preference_workflow', { channel: 'email' });
  expect(statusOf(job('email', 'skipped', off))).toMatchObject({
    state: 'skipped',
    parts: ['Email skipped: switched off for this workflow.'],
  });
  expect(statusOf(job('email', 'skipped', off), job('sms', 'completed', SENT))).toMatchObject({
    state: 'partly',
    parts: ['Email skipped: switched off for this workflow; SMS sent.'],
  });
});

test('sandbox mode does not look like a delivery', () => {
  const sandboxed = job('email', 'completed', because('sandboxed', { provider: 'SendGrid', attempt: 1 }));
  expect(statusOf(sandboxed).parts).toEqual(['Email sent (sandbox).']);
  expect(shownState(sandboxed)).toBe('sandboxed');
  expect(shownState(job('email', 'completed', SENT))).toBe('sent');
  expect(shownState(job('email', 'queued'))).toBe('queued');
  expect(shownState(job('email', 'pending')), 'after another step').toBe('pending');
  expect(shownState(job('email', 'running'))).toBe('running');
  expect(jobReason(job('email', 'completed', SENT), {})).toBeUndefined();
});

test('every state of a run has its own text', () => {
  const until = '2026-11-18T10:00:00.000Z';
  const before = Date.parse('2026-11-18T09:00:00.000Z');
  const throttled = because('throttled', { count: 1, limit: 1, until });
  const retry = because('retry_waiting', { until, attempt: 2, provider: 'SendGrid', words: 'busy' });
  const jobs = {
    throttled: [job('throttle', 'skipped', throttled), job('email', 'skipped', throttled)],
    merged: [
      job('digest', 'merged', because('digest_merged', {})),
      job('email', 'merged', because('digest_merged', {})),
    ],
    waiting: [job('delay', 'delayed', because('delayed', { until })), job('email', 'pending')],
    queued: [job('email', 'queued')],
    running: [job('email', 'running')],
    cancelled: [job('email', 'canceled', because('canceled', { actor: 'Ann' }))],
    done: [job('delay', 'completed', because('delay_finished', { span: 1 }))],
    skipped: [],
    failed: [job('email', 'failed', REJECTED), job('sms', 'canceled', because('canceled', { actor: 'Ann' }))],
  };
  const at = (...shown: Job[]) => runStatusOf(readRun(shown, before), before);
  for (const [state, shown] of Object.entries(jobs)) expect(at(...shown).state).toBe(state);
  expect(at(...jobs.cancelled).parts).toEqual(['Cancelled by Ann.']);
  expect(at(...jobs.skipped).parts).toEqual(['The workflow has no active step.']);
  const host = because('retry_waiting', { until, attempt: 2, words: 'eta.example could not be reached' });
  expect(at(job('http_request', 'queued', host), job('sms', 'pending')).parts).toEqual([
    expect.stringMatching(/^HTTP request waits until .+ could not be reached.+attempt 2\.$/),
  ]);
  expect(at(...jobs.waiting).parts).toEqual([expect.stringMatching(/^Email waits until .+\.$/)]);
  expect(jobState(job('email', 'queued', retry))).toBe('waiting');
  expect(at(job('email', 'queued', retry)).parts[0]).toMatch(
    /^Email waits until .+: SendGrid said “busy”, attempt 2\.$/,
  );
});

test('a step that reached its recipient is sent, followed by the results of its copies', () => {
  const until = '2026-11-18T10:00:00.000Z';
  const before = Date.parse('2026-11-18T09:00:00.000Z');
  const copies = ['c•••@shop.example'];
  const by = { provider: 'SendGrid', words: '452 Full', copies };
  const at = (...shown: Job[]) => runStatusOf(readRun(shown, before), before);
  const waiting = job('email', 'queued', because('rest_waiting', { ...by, until, attempt: 2 }));
  expect(at(waiting)).toMatchObject({ state: 'waiting', explainedJobs: [waiting] });
  expect(at(waiting).parts).toEqual([
    expect.stringMatching(
      /^Email sent; copy to c•••@shop\.example waits until .+: SendGrid said “452 Full”, attempt 2\.$/,
    ),
  ]);
  expect([jobState(waiting), canRetry(waiting, undefined), pollEvery({ jobs: [waiting] } as never, false)]).toEqual([
    'sent',
    true,
    15_000,
  ]);
  const failed = job('email', 'completed', because('rest_failed', { ...by, attempts: 9 }));
  const off = job('sms', 'skipped', because('preference_workflow', { channel: 'sms' }));
  const refused = 'copy to c•••@shop.example refused: SendGrid said “452 Full”, 9 attempts';
  expect(at(failed)).toMatchObject({ state: 'partly', parts: [`Email sent; ${refused}.`] });
  expect(at(failed, job('push', 'completed', SENT)).parts).toEqual([`Email and push sent; ${refused}.`]);
  expect(at(failed, off).parts).toEqual([`SMS skipped: switched off for this workflow; email sent; ${refused}.`]);
  const cancelled = job('email', 'completed', because('rest_cancelled', { actor: 'Ann', copies }));
  const ended = because('canceled', { actor: 'Ann' });
  expect(runStatusOf({ ...readRun([cancelled], before), ended }, before).parts).toEqual([
    'Email sent; copy to c•••@shop.example cancelled by Ann.',
  ]);
});

test('a run with a failed step is live as long as its other steps, as in its row', () => {
  const until = '2026-11-18T10:00:00.000Z';
  const delayed = job('delay', 'delayed', because('delayed', { until }));
  const jobs = [job('email', 'failed', REJECTED), delayed, job('sms', 'pending')];
  const now = Date.parse('2026-11-18T09:00:00.000Z');
  const waiting = runStatusOf(readRun(jobs, now), now);
  expect(waiting.state).toBe('waiting');
  expect(waiting.parts).toEqual([
    expect.stringMatching(/^Email failed: SendGrid said “550 mailbox not found”; SMS waits until .+\.$/),
  ]);
  expect(statusOf(job('email', 'failed', REJECTED), job('sms', 'running')).state).toBe('running');
});

test('the steps of the shown reasons are returned, with the deciding one first', () => {
  const rule = because('skip_condition', { condition: { '==': [1, 1] }, values: {} });
  const byRule = job('sms', 'skipped', rule);
  const noAddress = job('email', 'skipped', because('no_address', { channel: 'email' }));
  const failed = job('email', 'failed', REJECTED);
  const sent = job('in_app', 'completed', SENT);
  expect(statusOf(byRule, noAddress).explainedJobs).toEqual([noAddress, byRule]);
  expect(statusOf(sent, byRule).explainedJobs).toEqual([byRule]);
  expect(statusOf(byRule, failed).explainedJobs).toEqual([failed]);
  expect(statusOf(sent).explainedJobs).toEqual([]);
  expect(statusOf(byRule, job('push', 'running')).explainedJobs).toEqual([]);
});

test('a step cancelled after a failure has no link, because the failed one is above it', () => {
  const after = job('sms', 'canceled', because('earlier_failed', { step: 'Ask' }));
  expect(jobFix({ subscriber }, after)).toBeUndefined();
  expect(jobFix({ subscriber }, job('email', 'failed', REJECTED))).toBeDefined();
});

test('a run has no link to a deleted subscriber or workflow', () => {
  const deletedAt = new Date().toISOString();
  const gone = { ...subscriber, deletedAt };
  const template = {
    _id: '1',
    name: 'Order',
    triggers: [{ type: 'event' as const, identifier: 'order', variables: [] }],
  };
  const noPhone = job('sms', 'skipped', because('no_address', { channel: 'sms' }));
  const optedOut = job('sms', 'skipped', because('preference_global', { channel: 'sms' }));
  const broken = job('email', 'failed', because('render_failed', { problem: 'x', control: 'body' }));
  const rejected = job('email', 'failed', REJECTED);
  for (const step of [noPhone, optedOut]) {
    expect(jobFix({ subscriber, template }, step)?.link).toContain('subscribers/jane');
    expect(jobFix({ subscriber: gone, template }, step)).toBeUndefined();
  }
  expect(jobFix({ subscriber: gone, template }, broken)?.link).toContain('workflows/order');
  expect(jobFix({ subscriber, template: { ...template, deletedAt } }, broken)).toBeUndefined();
  expect(jobFix({ subscriber: gone, template: { ...template, deletedAt } }, rejected)).toBeDefined();
});

test('the fix of several missing addresses is shown once at the top', () => {
  const [noEmail, noPhone] = [
    job('email', 'skipped', because('no_address', { channel: 'email' })),
    job('sms', 'skipped', because('no_address', { channel: 'sms' })),
  ];
  const byRule = job('push', 'skipped', because('skip_condition', { condition: {}, values: {} }));
  expect(stepsFixedAbove([noEmail, noPhone, byRule])).toEqual([noEmail, noPhone]);
  expect(stepsFixedAbove([byRule, noPhone])).toEqual([byRule]);
  const failed = job('push', 'failed', REJECTED);
  expect(stepsFixedAbove([failed, noPhone])).toEqual([failed]);
  expect(fixesOf({ subscriber }, [noEmail, noPhone]).map(({ label }) => label)).toEqual([
    'Add the email address',
    'Add the phone number',
  ]);
});

test('a step that needs another version of the workflow cannot be retried', () => {
  const tried = (reason?: WireReason) => {
    const failed = job('email', 'failed', reason);
    return canRetry(failed, jobFix({ subscriber }, failed));
  };
  expect(tried(because('render_failed', { problem: 'x', control: 'body' }))).toBe(false);
  expect(tried(because('render_failed', { problem: 'x', span: 1 }))).toBe(true);
  expect(tried(because('delay_invalid', { problem: 'x' }))).toBe(false);
  expect(tried(because('request_failed', { problem: 'x' }))).toBe(true);
  expect(tried(because('bounced', {}))).toBe(true);
  expect(tried(REJECTED)).toBe(true);
  expect(tried()).toBe(true);
  expect(canRetry(job('email', 'skipped'), undefined)).toBe(false);
});

test('a skipped step cannot be sent while the recipient lacks its address', () => {
  const run = { subscriber: { subscriberId: 'jane', firstName: 'Jane', email: 'jane@shop.example' } };
  const skipped = (type: Job['type']) => whyNoStepResend(run, { type, status: 'skipped' });
  expect(skipped('sms')).toBe('Cannot send: Jane has no phone number');
  expect([skipped('email'), skipped('push')]).toEqual([undefined, undefined]);
  expect(whyNoStepResend(run, { type: 'sms', status: 'completed' })).toBeUndefined();
});

test('of waiting steps, only one that waits for an attempt can be retried', () => {
  const until = '2026-11-20T12:00:00.000Z';
  const tried = (status: Job['status'], reason?: WireReason) => canRetry(job('email', status, reason), undefined);
  expect(tried('queued', because('retry_waiting', { until, attempt: 1 }))).toBe(true);
  expect(tried('queued', because('provider_unavailable', { provider: 'Twilio' }))).toBe(true);
  expect(tried('queued', because('delayed', { until }))).toBe(false);
  expect(tried('delayed', because('digest_waiting', { until }))).toBe(false);
  expect(tried('queued')).toBe(false);
});

test('a step waits until the time of its latest reason', () => {
  const until = '2026-11-20T12:00:00.000Z';
  expect(waitsUntil({ reason: because('delayed', { until }) })).toBe(until);
  expect(waitsUntil({ reason: because('throttled', { until, count: 1, limit: 1 }) })).toBeUndefined();
  expect(waitsUntil({})).toBeUndefined();
});

test('a step without a reason is shown as such, and never as a success', () => {
  expect(statusOf(job('email', 'failed')).parts).toEqual(['Email failed: no reason was recorded.']);
  expect(statusOf(job('email', 'skipped')).parts[0]).not.toMatch(/sent/);
});

test('a detail is shown by its reason, or else by its text', () => {
  const about = aboutRun({ subscriber });
  const detail = 'Subscriber missing email address';
  expect(detailText({ detail, reason: because('no_address', { channel: 'email' }) }, about)).toBe(
    'Jane has no email address',
  );
  expect(detailText({ detail: 'Message seen' }, about)).toBe('Message seen');
});

test('several failures are shown with the cancelled steps', () => {
  const { parts } = statusOf(
    job('email', 'failed', REJECTED),
    job('push', 'failed', REJECTED),
    job('sms', 'canceled', because('canceled', { actor: 'Ann' })),
  );
  expect(parts).toEqual([
    'Email failed: SendGrid said “550 mailbox not found”; 1 more failed; SMS cancelled by Ann.',
    'Push failed: SendGrid said “550 mailbox not found”.',
  ]);
});

test('a cancellation is shown once: on its steps, or on the run if no step was left', () => {
  const ended = because('canceled', { actor: 'Ann' });
  const sent = job('email', 'completed', SENT);
  expect(runStatusOf({ ...readRun([sent]), ended }).parts).toEqual([
    'Email sent.',
    'Cancelled by Ann, while its last step was running.',
  ]);
  expect(runStatusOf({ ...readRun([sent, job('sms', 'canceled', ended)]), ended }).parts).toEqual([
    'Email sent; SMS cancelled by Ann.',
  ]);
});

test('a retry during an outage is shown with the step that waits again', () => {
  const waits = because('provider_unavailable', { provider: 'SendGrid', since: '2026-05-03T11:00:00.000Z' });
  const requested = because('retry_requested', { actor: 'Ann', note: 'Urgent' });
  const email = { ...job('email', 'queued', waits), executionDetails: [{ reason: waits }, { reason: requested }] };
  expect(statusOf(email as unknown as Job).parts).toContain('Retried by Ann: “Urgent”; Email waits again.');
  const before = { ...email, executionDetails: [{ reason: waits }] };
  expect(statusOf(before as unknown as Job).parts.join()).not.toContain('waits again');
});

test('a message that a worker may have sent before it stopped may have arrived twice', () => {
  const stopped = { reason: because('outcome_unknown', { attempt: 1 }) };
  const sms = { ...job('sms', 'completed', SENT), executionDetails: [stopped] } as unknown as Job;
  expect(statusOf(sms).parts).toEqual(['SMS sent.', 'SMS may have arrived twice: a worker stopped during attempt 1.']);
  expect(statusOf({ ...sms, type: 'in_app' }).parts).toEqual(['In-app sent.']);
});

test('a blocked run shows the text of its row and the fix', () => {
  const now = Date.parse('2026-06-15T12:00:00.000Z');
  const limited = because('rate_limit_waiting', {
    provider: 'Twilio',
    integration: 'twilio',
    messagesPerSecond: 1,
  });
  const held = because('provider_unavailable', { provider: 'Twilio', since: '2026-06-15T11:00:00.000Z' });
  for (const reason of [limited, held]) {
    const sms = {
      ...job('sms', 'queued', reason),
      executionDetails: [{ createdAt: '2026-06-15T11:59:00.000Z' }],
    } as Job;
    const run = readRun([sms], now);
    const { parts, state, explainedJobs } = runStatusOf(run, now);
    expect(state).toBe('waiting');
    expect(parts).toEqual([`${outcomeText(run.summary, aboutRun(run, timesAt(now)), now).text}.`]);
    expect(parts[0]).toMatch(/^SMS waits/);
    expect(fixesOf(run, explainedJobs)).toHaveLength(1);
  }
});
