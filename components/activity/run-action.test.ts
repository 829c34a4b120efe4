import { expect, test } from 'vitest';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import { actionOf } from './run-action.tsx';

const run = (status: RunSummary['status'], ...steps: RunSummary['steps']) => ({ status, steps });

test.each([
  [run('sent', { type: 'email', status: 'sent' }), 'sent'],
  [run('sent', { type: 'email', status: 'skipped' }, { type: 'sms', status: 'sent' }), 'sent'],
  [run('failed', { type: 'email', status: 'failed' }, { type: 'sms', status: 'sent' }), 'failed'],
  [run('failed', { type: 'http_request', status: 'failed' }), undefined],
  [run('skipped', { type: 'email', status: 'skipped' }), undefined],
  [run('waiting', { type: 'email', status: 'waiting' }), undefined],
  [run('done', { type: 'delay', status: 'done' }), undefined],
])('a row offers the action of its messages: %#', (row, action) => {
  expect(actionOf(row)).toBe(action);
});
