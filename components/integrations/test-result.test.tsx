import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { saidIn, TestResult } from './test-result.tsx';

test.each([
  [undefined, undefined],
  ['250 2.0.0 Ok: queued as 4F1', '250 2.0.0 Ok: queued as 4F1'],
  ['202', '202'],
  ['200\ncontent-type: application/json\n\n{"id":\n "m1"}', '200 {"id": "m1"}'],
  [`200\n\n${'x'.repeat(500)}`, `200 ${'x'.repeat(196)}…`],
])('the text for %j is %j', (response, said) => {
  expect(saidIn(response)).toBe(said);
});

test('a success shows the response of the provider too', () => {
  const result = {
    outcome: 'succeeded',
    message: 'Custom SMTP accepted the message.',
    exchange: { request: 'DATA', response: '250 2.0.0 Ok: queued as 4F1' },
    durationMs: 3,
  } as const;
  const markup = renderToStaticMarkup(<TestResult result={result} failure={undefined} />);
  expect(markup).toContain('<q>250 2.0.0 Ok: queued as 4F1</q>');
  const message = 'smtp.shop.example:25 answers: 220 shop ESMTP';
  const checked = { ...result, message, exchange: { request: 'EHLO', response: '220 shop ESMTP\n250 Hello' } };
  expect(renderToStaticMarkup(<TestResult result={checked} failure={undefined} />)).not.toContain('<q>');
});
