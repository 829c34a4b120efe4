import { expect, test } from 'vitest';
import { type MessagesQuery, messageFilterSummary, messagesInput, whyPaused } from './messages-query.ts';

const none: MessagesQuery = {
  q: '',
  channel: null,
  status: [],
  delivery: [],
  provider: [],
  integration: [],
  workflow: [],
  slower: '',
  range: 'all',
  from: '',
  to: '',
  zone: '',
  subscriber: '',
  transaction: '',
  context: [],
  before: '',
  page: 0,
};
const now = Date.parse('2026-11-22T10:00:00.000Z');

test('the address as a query of the API', () => {
  expect(
    messagesInput({ ...none, range: '24h', status: ['failed'], transaction: 't1', workflow: ['w1'] }, now),
  ).toMatchObject({
    after: '2026-11-21T10:00:00.000Z',
    outcome: ['failed'],
    transactionId: ['t1'],
    templates: ['w1'],
  });
  expect(messagesInput(none, now)).toMatchObject({ before: new Date(now).toISOString() });
  expect(messagesInput(none, now)).not.toHaveProperty('after');
  const own = { from: '2026-11-20T10:00:00.000Z', to: '2026-11-21T10:00:00.000Z' };
  expect(messagesInput({ ...none, ...own, slower: '1m' }, now)).toMatchObject({
    after: own.from,
    before: own.to,
    slowerThan: '1m',
  });
});

test.each<[string | undefined, Partial<MessagesQuery>]>([
  [undefined, {}],
  [undefined, { channel: 'sms', range: '24h', subscriber: 's' }],
  ['page', { page: 1 }],
  ['range', { to: '2026-11-21T10:00:00.000Z' }],
  ['search', { q: 'order' }],
  ['search', { workflow: ['w'] }],
  ['status', { status: ['failed'] }],
  ['status', { delivery: ['bounced'] }],
  ['integration', { provider: ['twilio'] }],
  ['duration', { slower: '1m' }],
])('live updates pause by %s for %j', (reason, query) => {
  expect(whyPaused({ ...none, ...query })).toBe(reason);
});

test('an empty page names each filter', () => {
  const query: MessagesQuery = {
    ...none,
    q: 'order',
    channel: 'sms',
    status: ['failed', 'skipped'],
    delivery: ['bounced', 'complained'],
    range: '7d',
    provider: ['twilio'],
    workflow: ['w1', 'gone'],
    slower: '1h',
  };
  expect(messageFilterSummary(query, new Map([['w1', 'Sign-in code']]))).toEqual([
    'text “order”',
    'channel SMS',
    'status Failed or Skipped',
    'delivery Bounced or Reported as spam',
    'provider Twilio',
    'workflow Sign-in code or gone',
    'slower than 1 hour',
    'last 7 days',
  ]);
  expect(messageFilterSummary(none)).toEqual([]);
});
