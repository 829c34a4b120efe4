import { expect, test } from 'vitest';
import { issuesOf } from './issues.ts';

const tooLong = { issueType: 'TIER_LIMIT_EXCEEDED', message: 'The longest delay allowed is 180 days.' } as const;
const missing = { issueType: 'MISSING_VALUE', message: 'The unit is missing.' } as const;

test('an issue of an amount and its unit is listed once', () => {
  const issues = { controls: { amount: [tooLong], unit: [tooLong, missing] } };
  expect(issuesOf({ type: 'delay', issues }).map(({ path, message }) => [path, message])).toEqual([
    ['amount', tooLong.message],
    ['unit', missing.message],
  ]);
  const within = { controls: { 'lookBackWindow.amount': [tooLong], 'lookBackWindow.unit': [tooLong] } };
  expect(issuesOf({ type: 'digest', issues: within }).map(({ path }) => path)).toEqual(['lookBackWindow.amount']);
});

test('an issue of two separate controls is listed for each', () => {
  const empty = { issueType: 'MISSING_VALUE', message: 'Subject or body is required.' } as const;
  const issues = { controls: { subject: [empty], body: [empty] } };
  expect(issuesOf({ type: 'in_app', issues }).map(({ path }) => path)).toEqual(['subject', 'body']);
});

test('missing settings come last', () => {
  const absent = { issueType: 'MISSING_INTEGRATION', message: 'SMS has no active integration.' } as const;
  const issues = { integration: { sms: [absent] }, controls: { body: [missing] } };
  expect(issuesOf({ type: 'sms', issues }).map(({ kind }) => kind)).toEqual(['control', 'integration']);
});
