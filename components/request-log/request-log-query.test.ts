import { expect, test } from 'vitest';
import { canBeLive, pathPrefix, type RequestLogQuery, requestInput } from './request-log-query.ts';

const NOW = Date.parse('2026-11-27T12:00:00.000Z');
const none: RequestLogQuery = {
  after: [],
  live: false,
  range: '24h',
  from: '',
  to: '',
  zone: '',
  q: '',
  status: '',
  method: '',
  path: '',
  caller: '',
  request: '',
};
const input = (change: Partial<RequestLogQuery>) => requestInput({ ...none, ...change }, NOW);

test('a range that ends now has a start only', () => {
  expect(input({})).toMatchObject({ createdGte: '2026-11-26T12:00:00.000Z', createdLt: null });
});

test('a range with dates has both ends', () => {
  const dates = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' };
  expect(input(dates)).toMatchObject({ createdGte: dates.from, createdLt: dates.to });
});

test('a request ID is searched at any time', () => {
  expect(input({ request: 'r', to: '2026-11-02T00:00:00.000Z' })).toMatchObject({
    requestId: 'r',
    createdGte: null,
    createdLt: null,
  });
});

test('a caller is an API key or a person', () => {
  expect(input({ caller: 'key:k1' })).toMatchObject({ apiKeyId: 'k1', userId: null });
  expect(input({ caller: 'user:u1' })).toMatchObject({ apiKeyId: null, userId: 'u1' });
});

test('only the first page of a range up to now can be live', () => {
  expect(canBeLive(none)).toBe(true);
  expect(canBeLive({ ...none, after: ['a'] })).toBe(false);
  expect(canBeLive({ ...none, to: '2026-11-02T00:00:00.000Z' })).toBe(false);
});

test.each([
  ['/api/v1/events', '/api/v1/events'],
  ['/v1/events', '/api/v1/events'],
  ['v2/subscribers', '/api/v2/subscribers'],
  ['https://belfry.example.com/api/v1/me?x=1', '/api/v1/me'],
  ['  /api/v1/me ', '/api/v1/me'],
  ['', ''],
])('the path “%s” is searched as “%s”', (typed, searched) => {
  expect(pathPrefix(typed)).toBe(searched);
});
