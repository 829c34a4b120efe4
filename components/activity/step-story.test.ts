import { expect, test } from 'vitest';
import type { ExecutionDetail } from '#lib/notifications/schema.ts';
import {
  alikeAttempts,
  attemptsText,
  routineLines,
  runTimes,
  stepTimes,
  storyOf,
  withoutRepeats,
} from './step-story.ts';

let count = 0;

function detail(
  createdAt: string,
  code: string,
  evidence: object,
  more: Partial<ExecutionDetail> = {},
): ExecutionDetail {
  const reason = { code, evidence } as ExecutionDetail['reason'];
  return {
    _id: String(++count),
    createdAt,
    status: 'Success',
    detail: code,
    isRetry: false,
    isTest: false,
    source: 'Internal',
    ...(reason && { reason }),
    ...more,
  };
}

const condition = { '==': [{ var: 'payload.a' }, 1] };
const day = '2026-11-20T12:00:00.000Z';

test('a sandboxed message has the usual sandbox mark', () => {
  const [line] = storyOf({ executionDetails: [detail(day, 'sandboxed', { provider: 'Twilio', attempt: 1 })] }, day);
  expect(line?.state).toBe('sandboxed');
});

test('the line of a skipped step is never green', () => {
  const [matched, skipped] = storyOf(
    {
      executionDetails: [
        detail(day, 'conditions_matched', { condition, values: {} }),
        detail(day, 'skip_condition', { condition, values: {} }),
      ],
    },
    day,
  );
  expect([matched?.state, skipped?.state]).toEqual(['done', 'skipped']);
});

test('equal events in a row are one line with their number and the time of the last one', () => {
  const at = (minute: number) => `2026-11-20T12:0${minute}:00.000Z`;
  const held = (minute: number, attempt = 2) =>
    detail(at(minute), 'provider_unavailable', { provider: 'SES', since: day, attempt }, { status: 'Warning' });
  const tried = (minute: number) => ({ ...held(minute), raw: '{}' });
  const executionDetails = [held(0), held(1), held(2), tried(3), tried(4), held(5), held(6, 3)];
  const lines = withoutRepeats(storyOf({ executionDetails }, day));
  expect(lines.map(({ detail: { createdAt }, repeated }) => [createdAt, repeated])).toEqual([
    [at(0), { count: 3, until: at(2) }],
    [at(3), undefined],
    [at(4), undefined],
    [at(5), undefined],
    [at(6), undefined],
  ]);
});

test('each attempt and each day begins with its own line', () => {
  const next = '2026-11-22T12:00:00.000Z';
  const executionDetails = [
    detail(day, 'retry_waiting', { until: next, attempt: 1 }, { status: 'Warning' }),
    detail(next, 'message_created', {}),
    detail(next, 'sent', { provider: 'SendGrid', attempt: 2 }, { providerId: 'sendgrid' }),
  ];
  const lines = storyOf({ executionDetails }, day);
  expect(lines.map(({ newDay }) => newDay)).toEqual([undefined, next, undefined]);
  expect(lines.map(({ attempt }) => attempt)).toEqual([1, undefined, 2]);
  expect(attemptsText({ executionDetails })).toEqual({ text: '2 attempts', isRetried: false });
  expect(attemptsText({ executionDetails: executionDetails.slice(0, 1) })).toBeUndefined();
  const retry = detail(next, 'retry_requested', { actor: 'Ann', at: next });
  const again = detail(next, 'retry_waiting', { until: next, attempt: 1 }, { status: 'Warning' });
  expect(attemptsText({ executionDetails: [...executionDetails, retry, again] }, Date.parse(next))?.text).toMatch(
    /^1 attempt since the retry at \d\d:\d\d, 3 in all$/,
  );
  expect(runTimes({ createdAt: day, jobs: [{ executionDetails }] as never })).toEqual({ tookMs: 2 * 86_400_000 });
  const later = [
    detail('2026-11-23T12:00:00.000Z', 'resend_requested', { notification: 'n2', actor: 'Ann' }),
    detail('2026-11-24T12:00:00.000Z', 'delivered', {}, { source: 'Webhook' }),
  ];
  expect(stepTimes({ executionDetails: [...executionDetails, ...later] }).to).toBe(Date.parse(next));
});

test('the routine lines at the start of a step are separate from its result', () => {
  const began = [
    detail(day, 'step_queued', {}, { status: 'Pending' }),
    detail(day, 'integration_selected', { provider: 'SendGrid', integration: 'eu', rule: 'primary' }),
    detail(day, 'message_created', {}),
  ];
  const sent = detail(day, 'sent', { provider: 'SendGrid', attempt: 1 });
  const routine = (...executionDetails: ExecutionDetail[]) => routineLines(storyOf({ executionDetails }, day));
  expect(routine(...began, sent, ...began)).toBe(3);
  // Neither a single line nor all lines of a step are folded.
  expect(routine(...began.slice(0, 1), sent)).toBe(0);
  expect(routine(...began)).toBe(0);
});

test('successive attempts with the same failure form one group, and all attempts are numbered', () => {
  const failed = (attempt: number, words = 'busy') =>
    detail(day, 'provider_unavailable', { provider: 'SES', words, attempt }, { status: 'Warning' });
  const gaveUp = detail(day, 'retries_exhausted', { provider: 'SES', attempts: 5, span: 1 }, { status: 'Failed' });
  const executionDetails = [failed(1), failed(2), failed(3), failed(4, 'closed'), gaveUp];
  const lines = storyOf({ executionDetails }, day);
  expect(lines.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
  expect(alikeAttempts(lines).map((group) => group.length)).toEqual([3, 1, 1]);
  expect(alikeAttempts(lines, lines[2]).map((group) => group.length)).toEqual([1, 1, 1, 1, 1]);
  expect(storyOf({ executionDetails: [failed(1)] }, day)[0]?.attempt).toBeUndefined();
});

test('a line about a complaint is a warning, although the message was sent', () => {
  const at = '2026-11-20T12:00:03.000Z';
  const executionDetails = [
    detail(at, 'sent', { provider: 'Mailgun', attempt: 1 }),
    detail(at, 'complained', { provider: 'Mailgun', at }, { source: 'Webhook', status: 'Warning' }),
  ];
  expect(storyOf({ executionDetails }, at).map(({ state }) => state)).toEqual(['sent', 'complained']);
});
