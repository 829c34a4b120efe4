import { expect, test } from 'vitest';
import type { ExecutionDetail, Job } from './schema.ts';
import { verdictOf } from './verdict.ts';

function detail(text: string, status: ExecutionDetail['status'], raw?: string): ExecutionDetail {
  return { _id: text, detail: text, status, isRetry: false, isTest: false, source: 'Internal', ...(raw && { raw }) };
}

function job(type: Job['type'], status: string, ...executionDetails: ExecutionDetail[]): Job {
  const step = { _id: 'step', active: true, filters: [], _templateId: 'step' };
  return { _id: `${type} ${status}`, type, status, executionDetails, step, providerId: 'svc' as Job['providerId'] };
}

test('what went through is named once, in order', () => {
  const jobs = [job('email', 'completed'), job('chat', 'completed'), job('chat', 'completed'), job('sms', 'completed')];
  expect(verdictOf({ jobs })).toEqual({ state: 'sent', sentence: 'E-mail, chat and SMS sent.', reason: undefined });
});

test('a failure says what the provider answered, and what still arrived', () => {
  const failed = detail('Unexpected provider error', 'Failed', '{"response":{"message":"550 mailbox not found"}}');
  const { state, sentence, reason } = verdictOf({ jobs: [job('in_app', 'completed'), job('email', 'failed', failed)] });
  expect(state).toBe('failed');
  expect(sentence).toBe('E-mail failed: 550 mailbox not found. In-app went through.');
  expect(reason).toBe('550 mailbox not found');
});

test('of a chat step the channel’s own failure is told, not its summary', () => {
  const own = detail('Unexpected provider error', 'Failed', 'no_service');
  const summary = detail('All chat channels failed to send the message', 'Failed');
  expect(verdictOf({ jobs: [job('chat', 'failed', own, summary)] }).reason).toBe('no_service');
});

test('a skip is not a failure and has its reason', () => {
  const off = detail('Step filtered by subscriber workflow preferences', 'Warning');
  const { state, sentence } = verdictOf({ jobs: [job('email', 'skipped', off)] });
  expect(state).toBe('skipped');
  expect(sentence).toBe('Nothing was sent: e-mail is off in this person’s preferences for the workflow.');
});

test('throttled, merged, waiting, running and cancelled are told apart', () => {
  const limit = detail('Throttle limit exceeded for the given window', 'Success');
  expect(verdictOf({ jobs: [job('throttle', 'skipped', limit), job('email', 'skipped', limit)] }).state).toBe(
    'throttled',
  );
  expect(verdictOf({ jobs: [job('digest', 'merged'), job('email', 'merged')] }).state).toBe('merged');
  expect(verdictOf({ jobs: [job('digest', 'delayed'), job('email', 'pending')] }).reason).toBe(
    'Collecting events for a digest',
  );
  expect(verdictOf({ jobs: [job('email', 'queued')] }).state).toBe('running');
  expect(verdictOf({ jobs: [job('email', 'canceled')] }).state).toBe('cancelled');
  expect(verdictOf({ jobs: [] }).sentence).toBe('Nothing was sent: the workflow had no active step.');
});
