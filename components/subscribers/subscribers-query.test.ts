import { expect, test } from 'vitest';
import { filterInput, type SubscribersQuery, subscriberFilterSummary, subscriberInput } from './subscribers-query.ts';

const nothing: SubscribersQuery = {
  q: '',
  topic: '',
  context: '',
  language: '',
  missing: [],
  sort: 'relevance',
  order: 'DESC',
  after: null,
  before: null,
  dialog: null,
};

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

test('each filter is sent to the list and to the export, and is named in the empty list', () => {
  const query = {
    ...nothing,
    q: 'ada',
    topic: 'news',
    language: 'de',
    missing: ['email', 'push'],
  } satisfies SubscribersQuery;
  const filters = { q: 'ada', topicKey: 'news', language: 'de', missing: ['email', 'push'] };
  expect(subscriberInput(query)).toMatchObject(filters);
  expect(filterInput(query)).toEqual(filters);
  expect(subscriberFilterSummary(query)).toEqual([
    'topic “news”',
    'language German',
    'no email address',
    'no push device',
  ]);
  expect(subscriberFilterSummary({ ...nothing, language: 'qqq' })).toEqual(['language qqq']);
});
