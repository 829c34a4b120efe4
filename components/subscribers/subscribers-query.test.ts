import { expect, test } from 'vitest';
import { type SubscribersQuery, subscriberInput } from './subscribers-query.ts';

const nothing: SubscribersQuery = { q: '', sort: 'relevance', order: 'DESC', after: null, before: null, dialog: null };

test('the typed text is searched unchanged', () => {
  expect(subscriberInput({ ...nothing, q: 'cooper jane' })).toMatchObject({ q: 'cooper jane', orderBy: 'relevance' });
  expect(subscriberInput({ ...nothing, q: 'cooper jane', sort: 'updatedAt' })).toMatchObject({ orderBy: 'updatedAt' });
});

test('no search sends no filter', () => {
  expect(subscriberInput(nothing)).toEqual({
    limit: 30,
    orderBy: '_id',
    orderDirection: 'DESC',
    includeLastMessage: true,
  });
});
