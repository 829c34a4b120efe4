import { expect, test } from 'vitest';
import { type MessagesQuery, messageFilterSummary, messagesInput } from './messages-query.ts';

const none: MessagesQuery = {
  q: '',
  channel: null,
  status: [],
  provider: [],
  integration: [],
  workflow: [],
  range: null,
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
  expect(messagesInput(none, now)).not.toHaveProperty('after');
});

test('an empty page names each filter', () => {
  const query: MessagesQuery = {
    ...none,
    q: 'order',
    channel: 'sms',
    status: ['failed', 'skipped'],
    range: '7d',
    provider: ['twilio'],
    workflow: ['w1', 'gone'],
  };
  expect(messageFilterSummary(query, new Map([['w1', 'Sign-in code']]))).toEqual([
    'text “order”',
    'channel SMS',
    'status Failed or Skipped',
    'provider Twilio',
    'workflow Sign-in code or gone',
    'last 7 days',
  ]);
  expect(messageFilterSummary(none)).toEqual([]);
});
