import { expect, test } from 'vitest';
import { type SubscribersQuery, searchedField, subscriberInput } from './subscribers-query.ts';

const nothing: SubscribersQuery = { q: '', in: 'auto', sort: '_id', order: 'DESC', after: null, before: null };

test.each([
  ['jane@example', 'email'],
  ['+49 151', 'phone'],
  ['+49151', 'phone'],
  ['0151234', 'phone'],
  ['Jane', 'name'],
  ['Ann L', 'name'],
  ['3M', 'name'],
])('%s is looked for as %s', (q, field) => {
  expect(searchedField({ q, in: 'auto' })).toBe(field);
});

test('a chosen field wins, and a subscriber id is asked for by its own name', () => {
  expect(subscriberInput({ ...nothing, q: 'jane@example', in: 'id' })).toMatchObject({ subscriberId: 'jane@example' });
});

test('no search sends no filter', () => {
  expect(subscriberInput(nothing)).toEqual({ limit: 30, orderBy: '_id', orderDirection: 'DESC' });
});
