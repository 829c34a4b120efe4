import { expect, test } from 'vitest';
import type { Job } from '#lib/notifications/schema.ts';
import { hasWithheldSteps } from './withheld-run.ts';

const job = (type: string, status: string, evidence = {}) =>
  ({ type, status, reason: { code: 'filter', evidence }, executionDetails: [] }) as unknown as Job;

test.each([
  ['a message was rendered', job('sms', 'completed'), true],
  ['a message failed', job('sms', 'failed'), true],
  ['no message was made', job('sms', 'skipped'), false],
  ['a step that sends nothing is done', job('delay', 'completed'), false],
  ['a rule read values', job('sms', 'skipped', { values: 'withheld' }), true],
])('if %s, the steps have content to reveal: %s', (_, step, has) => {
  expect(hasWithheldSteps({ jobs: [step], withheld: true })).toBe(has);
  expect(hasWithheldSteps({ jobs: [step] })).toBe(false);
});
