import { expect, test } from 'vitest';
import { resolvedValues } from './resolved-values.ts';

const rows = (...preview: Parameters<typeof resolvedValues>) =>
  resolvedValues(...preview).map(({ label, value }) => [label, value]);

test('an amount and its unit are one value, and the chosen type is left out', () => {
  const until = '2026-01-15T11:30:00.000Z';
  expect(rows('delay', { type: 'regular', amount: 2, unit: 'hours', until })).toEqual([
    ['For', '2 hours'],
    ['Continues at', until],
  ]);
  expect(rows('delay', { type: 'regular', amount: undefined, unit: 'hours', until: undefined })).toEqual([]);
});

test('a window is one value, whether the form or the payload has it', () => {
  const window = { amount: 2, unit: 'hours' };
  expect(rows('digest', { type: 'regular', amount: 5, unit: 'minutes', lookBackWindow: window })).toEqual([
    ['For', '5 minutes'],
    ['Look back', '2 hours'],
  ]);
  expect(rows('throttle', { type: 'dynamic', window })).toEqual([['Window', '2 hours']]);
  expect(rows('throttle', { type: 'dynamic', window: {} })).toEqual([['Window', 'no value in this run']]);
});

test('values have the labels of the form or of their type', () => {
  const next = { at: '2026-01-16T09:00:00.000Z', timezone: 'UTC' };
  expect(rows('digest', { type: 'timed', cron: '0 9 * * *', next, digestKey: 'payload.k', digestValue: 1 })).toEqual([
    ['Schedule', 'At 09:00, every day'],
    ['Continues at', next],
    ['Grouped by', 'payload.k'],
    ['Value of the key', 1],
  ]);
  expect(rows('throttle', { type: 'dynamic', dynamicKey: 'payload.w', window: 5, threshold: 1 })).toEqual([
    ['Window from', 'payload.w'],
    ['Window', 5],
    ['Runs allowed', 1],
  ]);
});

test('a choice without a dependent field is shown', () => {
  expect(rows('http_request', { method: 'GET', url: 'https://a.example', headers: {} })).toEqual([
    ['Method', 'GET'],
    ['URL', 'https://a.example'],
    ['Headers', {}],
  ]);
});
