import { expect, test } from 'vitest';
import { detailsOf, MAX_BODY_BYTES } from './details.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const details = (
  tag: string,
  body: string,
  status = 201,
  answer = '{"data":{"transactionId":"t"}}',
  search = 'email=a@example.com',
) =>
  detailsOf({
    operation: { tag, operationId: tag === 'Events' ? 'triggerEvent' : 'other' },
    apiRequest: { search, sentBody: bytes(body) },
    status,
    answer,
  });
const failure = JSON.stringify({
  message: 'Wrong',
  code: 'unprocessable',
  errors: { a: { messages: ['“s3cret” is wrong'] } },
});

test('a trigger is stored with query, body, and the response with its transaction', () => {
  expect(details('Events', '{"name":"a"}')).toEqual({
    q: 'email=a@example.com',
    b: '{"name":"a"}',
    a: '{"data":{"transactionId":"t"}}',
  });
});

test.each(['Integrations', 'Environment variables', 'API keys', 'Environments', 'Members', 'Me', 'Sessions'])(
  'a call of %s is stored without query, body and field problems, which may contain a secret',
  (tag) => {
    expect(details(tag, '{"credentials":{"apiKey":"s3cret"}}', 422, failure)).toEqual({
      o: 'kind',
      a: '{"message":"Wrong","code":"unprocessable"}',
    });
  },
);

test('a body over the limit is omitted, and one of exactly the limit is stored', () => {
  const text = `"${'x'.repeat(MAX_BODY_BYTES - 2)}"`;
  expect(details('Events', text)?.b).toBe(text);
  expect(details('Events', `${text} `)).toMatchObject({ o: 'large' });
});

test('a call without query, body and answer has no details', () => {
  expect(details('Subscribers', '', 200, '{}', '')).toBeUndefined();
});
