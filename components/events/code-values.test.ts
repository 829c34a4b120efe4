import { expect, test } from 'vitest';
import { codeBody, valueChoices } from './code-values.ts';

const newest = { payload: { city: 'Cork' }, at: '2026-11-26T17:54:00.000Z' };
const event = { name: 'order', to: 'jane', payload: { city: 'Bonn' } };
const known = { name: 'order', example: { city: 'city' }, newest, event, isEntered: true };

test('the code has the values that the reader chooses', () => {
  expect(codeBody(known, 'sample')).toEqual({ name: 'order', to: 'SUBSCRIBER_ID', payload: { city: 'city' } });
  expect(codeBody(known, 'run')).toEqual({ name: 'order', to: 'SUBSCRIBER_ID', payload: { city: 'Cork' } });
  expect(codeBody(known, 'test')).toEqual(event);
  expect(codeBody({ ...known, newest: undefined }, 'run').payload).toEqual({ city: 'city' });
});

test('only values that exist can be chosen, and the newest run is the default', () => {
  expect(valueChoices(known).map(({ value }) => value)).toEqual(['run', 'sample', 'test']);
  expect(valueChoices({ ...known, isEntered: false }).map(({ value }) => value)).toEqual(['run', 'sample']);
  const none = valueChoices({ newest: undefined, event: undefined, isEntered: false });
  expect(none.map(({ value }) => value)).toEqual(['sample']);
});
