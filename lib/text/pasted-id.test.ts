import { expect, test } from 'vitest';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { pastedId, providerIdForms } from './pasted-id.ts';

const ID = '6b07c1f2a3b4c5d6e7f80912@ux.example';

test.each([
  ID,
  `  ${ID}\t`,
  `\u00a0${ID}\u00a0`,
  `<${ID}>`,
  ` < ${ID} > `,
  `"${ID}"`,
  `'${ID}',`,
  `“${ID}”`,
  `"<${ID}>"`,
  `Message-ID: <${ID}>`,
  `Message-Id:<${ID}>`,
  `message-id : ${ID}`,
  `X-Message-Id: ${ID}`,
  `In-Reply-To: <${ID}>`,
  `"messageId": "${ID}",`,
  `messageId=${ID}`,
])('%j is reduced to the ID in it', (text) => expect(pastedId(text)).toBe(ID));

test.each([
  ['"transactionId": "txn_1",', 'txn_1'],
  ['Jane Cooper <jane@example.com>', 'jane@example.com'],
  ['"jane"', 'jane'],
  ['Jane Cooper', 'Jane Cooper'],
  ['order:5', 'order:5'],
  ['a<b', 'a<b'],
  ['""', '""'],
  ['<>', '<>'],
  ['  ', ''],
  ["O'Brien", "O'Brien"],
  ["D'Arcy O'", "D'Arcy O'"],
])('%j is %j', (text, id) => expect(pastedId(text)).toBe(id));

test('an ID is searched with and without angle brackets and domain', () => {
  expect(providerIdForms(`Message-ID: <${ID}>`)).toEqual([
    `Message-ID: <${ID}>`,
    ID,
    `<${ID}>`,
    '6b07c1f2a3b4c5d6e7f80912',
  ]);
  expect(providerIdForms('jane@example.com')).toEqual(['jane@example.com', '<jane@example.com>']);
  expect(providerIdForms('SM123')).toEqual(['SM123', '<SM123>']);
});

test.each([
  '<'.repeat(50_000),
  '"'.repeat(50_000),
  `${'"'.repeat(50_000)}x`,
  ' '.repeat(50_000),
  `message${'-'.repeat(50_000)}`,
  '<a'.repeat(25_000),
])('a long text takes linear time', async (text) => {
  expect(await leastProcessorTime(500, () => pastedId(text))).toBeLessThan(500);
});
