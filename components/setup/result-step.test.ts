import { expect, test } from 'vitest';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import { resultText } from './result-step.tsx';

const now = Date.parse('2026-11-27T18:00:00.000Z');
const email = { type: 'email', status: 'sent', sandbox: true } as const;
const run = {
  _id: 'run',
  createdAt: '2026-11-27T17:59:00.000Z',
  workflow: { name: 'Welcome' },
  status: 'sent',
  sandbox: true,
  steps: [email],
} as unknown as RunSummary;

test('the result of a run that ended is its sentence', () => {
  expect(resultText(run, now, 'UTC')).toBe('Email sent (sandbox).');
});

test('the result of a run that waits begins with what was sent', () => {
  const until = '2026-11-29T18:00:00.000Z';
  const reason = { code: 'delay', evidence: { until } };
  const waiting = {
    ...run,
    status: 'waiting',
    until,
    decidedBy: { step: 'delay', jobId: 'wait', reason },
    steps: [email, { type: 'delay', status: 'waiting' }, { type: 'email', status: 'waiting' }],
  } as unknown as RunSummary;
  expect(resultText(waiting, now, 'UTC')).toBe('Email sent (sandbox); the next email waits until 29 Nov, 18:00.');
});
