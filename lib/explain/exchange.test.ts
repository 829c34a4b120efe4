import { expect, test } from 'vitest';
import { stepExchange } from './exchange.ts';

const raw = (response?: string) =>
  JSON.stringify({ request: 'POST https://api.example/orders\nuser-agent: Belfry\n\n{"id":1}', response });

test('the request is its first line, and the response is its body', () => {
  const request = 'POST https://api.example/orders';
  expect(stepExchange(raw('404\n\n{"error":"No such order"}'))).toEqual({
    request,
    response: '{"error":"No such order"}',
  });
  expect(stepExchange(raw('204\n\n'))).toEqual({ request });
  expect(stepExchange(raw())).toEqual({ request });
});

test('a long response is cut', () => {
  expect(stepExchange(raw(`500\n\n${'x'.repeat(1_000)}`))?.response).toMatch(/^x{299}…$/);
});

test('other details have no exchange', () => {
  expect([null, undefined, '', 'no JSON', '{"code":"sent"}'].map((each) => stepExchange(each))).toEqual(
    Array(5).fill(undefined),
  );
});
