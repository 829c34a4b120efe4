import { expect, test } from 'vitest';
import { workflowAddress } from './address.ts';

test('an identifier can contain any characters', () => {
  expect(workflowAddress('/production', 'order/shipped?now#1 ü%')).toBe(
    '/production/workflows/order%2Fshipped%3Fnow%231%20%C3%BC%25',
  );
});

test('a preview has the address of its step and run', () => {
  expect(workflowAddress('/demo', 'order', { step: 's1', run: 'r1' })).toBe('/demo/workflows/order?step=s1&run=r1');
});

test('an issue has the address of its step and control', () => {
  const place = { step: 'email & more', control: 'primaryAction.redirect.url' };
  expect(workflowAddress('/production', 'order', place)).toBe(
    '/production/workflows/order?step=email+%26+more&control=primaryAction.redirect.url',
  );
});
