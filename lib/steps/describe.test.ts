import { describe, expect, test } from 'vitest';
import { controlName, inFormOrder, isWhole, stepSummary } from './describe.ts';

describe('a step in one line', () => {
  test.each([
    ['email', { subject: 'Hello', body: '<p>There</p>' }, 'Hello'],
    ['email', { subject: ' ', body: '<style>p {}</style><p>There &amp; now</p>' }, 'There & now'],
    ['sms', {}, ''],
    ['sms', { body: 'x'.repeat(200) }, 'x'.repeat(140)],
    ['http_request', { method: 'POST', url: 'https://a.example' }, 'POST https://a.example'],
    ['delay', { type: 'regular', amount: 1, unit: 'hours' }, '1 hour'],
    ['delay', { type: 'timed', amount: 1, unit: 'hours', cron: '0 9 * * 1' }, 'At 09:00, only on Monday'],
    ['digest', { cron: '0 9 * * 1,3' }, 'On schedule 0 9 * * 1,3'],
    ['throttle', { amount: 2, unit: 'days' }, '2 days'],
    ['throttle', { amount: 2, unit: 'days', threshold: 3 }, 'At most 3 in 2 days'],
    ['throttle', { type: 'dynamic', dynamicKey: 'payload.w', threshold: 3 }, 'At most 3 in the window'],
    ['custom', { custom: { a: 1 } }, ''],
  ] as const)('%s %j', (type, controls, line) => expect(stepSummary(type, controls)).toBe(line));
});

describe('the name of a control within a sentence', () => {
  test.each([
    ['in_app', 'primaryAction.redirect.url', 'primary action › link'],
    ['in_app', 'primaryAction.label', 'primary action › label'],
    ['in_app', 'redirect.url', 'redirect'],
    ['in_app', 'redirect.target', 'redirect › opens in'],
    ['http_request', 'headers.0.value', 'headers › 1 › value'],
    ['digest', 'lookBackWindow.amount', 'look-back window › time'],
    ['throttle', 'dynamicKey', 'dynamic window'],
    ['sms', 'skip', 'the condition for skipping'],
    ['sms', 'colourScheme', 'colour scheme'],
    [undefined, 'continueOnFailure', 'continuing after a failure'],
    [undefined, 'constructor', 'constructor'],
  ] as const)('%s %s', (type, path, name) => expect(controlName(type, path)).toBe(name));

  test('controls that count as one change', () => {
    expect([isWhole('in_app', 'data'), isWhole('in_app', 'body'), isWhole(undefined, 'skip')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

test('changes of controls have the order of their form', () => {
  const paths = ['colour', 'body', 'primaryAction.redirect.url', 'subject'];
  expect(inFormOrder('in_app', paths, (path) => path)).toEqual([
    'subject',
    'body',
    'primaryAction.redirect.url',
    'colour',
  ]);
});
