import { expect, test } from 'vitest';
import { summarise } from '#lib/notifications/list/summarise.ts';
import { type Reason, type ReasonCode, reasonFor } from '#lib/reasons/registry.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import { answerOf } from './decisive-step.ts';
import type { Detail, Step } from './query.ts';

const SENT = reasonFor('sent', { provider: 'Postmark', attempt: 1 });
const RULE = { code: 'skip_condition', evidence: { condition: true, values: {} } } as Reason;
const lacking = (channel: string) => reasonFor('no_address', { channel });

function step(type: StepTypeName, reason: Reason): Step {
  const status = reason.code === 'sent' ? 'completed' : 'skipped';
  return { id: type, stepId: type, name: '', type, status, reason, updatedAt: new Date(0) };
}

function summaryOf(steps: readonly Step[]) {
  return summarise(
    steps.map((each) => ({ ...each, updatedAt: 0 })),
    [],
    0,
  );
}

function codeAndSteps(
  steps: readonly Step[],
  details: readonly Detail[] = [],
): [ReasonCode, StepTypeName | undefined, ...string[]] {
  const { reason, step: decisive, more = [] } = answerOf(steps, details, {}, summaryOf(steps));
  return [reason.code, decisive?.type, ...more.map(({ type }) => type)];
}

test('an unsent step explains a run that sent others, as in its row', () => {
  expect(codeAndSteps([step('push', SENT), step('email', lacking('email'))])).toEqual(['no_address', 'email']);
  expect(codeAndSteps([step('push', SENT)])).toEqual(['sent', 'push']);
});

test('further steps with missing addresses are listed, and rules of the workflow next to another rule', () => {
  const [push, email, sms] = [step('push', SENT), step('email', lacking('email')), step('sms', RULE)];
  expect(codeAndSteps([push, email, sms])).toEqual(['no_address', 'email']);
  expect(codeAndSteps([push, email, step('sms', lacking('sms'))])).toEqual(['no_address', 'email', 'sms']);
  expect(codeAndSteps([push, step('email', RULE), sms])).toEqual(['skip_condition', 'email', 'sms']);
  expect(codeAndSteps([email, sms])).toEqual(['no_address', 'email', 'sms']);
});

test('a later report of a provider takes precedence over a skipped step', () => {
  const reason = reasonFor('bounced', { words: 'no such user' });
  const report = {
    jobId: 'push',
    reason,
    isSandbox: false,
    source: 'Webhook',
    status: 'Failed',
    createdAt: new Date(1),
  };
  expect(codeAndSteps([step('push', SENT), step('email', lacking('email'))], [report])).toEqual(['bounced', 'push']);
});

test('messages that a user cancelled are named after sent, skipped and failed ones', () => {
  const cancelled = (type: StepTypeName) => step(type, reasonFor('canceled', { actor: 'Ann' }));
  const rest = [cancelled('email'), cancelled('delay'), cancelled('sms')];
  expect(codeAndSteps([step('push', SENT), ...rest])).toEqual(['sent', 'push', 'email', 'sms']);
  expect(codeAndSteps([step('push', RULE), step('chat', SENT), ...rest])).toEqual([
    'skip_condition',
    'push',
    'email',
    'sms',
  ]);
  expect(codeAndSteps(rest)).toEqual(['canceled', 'email']);
});
