import { expect, test } from 'vitest';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { plainText, segmentsOf } from './markup.ts';

test.each([
  ['plain', ['plain']],
  ['**Jane** wrote', ['<b>Jane', ' wrote']],
  ['a **b** c **d**', ['a ', '<b>b', ' c ', '<b>d']],
  ['*Jane* wrote *this*.', ['<i>Jane', ' wrote ', '<i>this', '.']],
  ['***both*** and **a *b* c**', ['<b><i>both', ' and ', '<b>a ', '<b><i>b', '<b> c']],
  ['2 ** 3', ['2 ** 3']],
  ['**a** and 2 ** 3', ['<b>a', ' and 2 ** 3']],
  ['2 * 3 * 4, 2*3*4 and *.txt, *.md', ['2 * 3 * 4, 2*3*4 and *.txt, *.md']],
  ['card ****1234 and ****5678', ['card ****1234 and ****5678']],
  ['* one\n* two', ['* one\n* two']],
  ['***a**', ['*', '<b>a']],
  ['你好*强调*吗', ['你好', '<i>强调', '吗']],
  ['****', ['****']],
  ['', []],
  ['<b>**x**</b>', ['<b>', '<b>x', '</b>']],
  ['**Map&lt;String&gt;** &amp;lt; AT&T', ['<b>Map<String>', ' &lt; AT&T']],
])('%s', (text, parts) => {
  const shown = segmentsOf(text).map(
    ({ text, isBold, isItalic }) => `${isBold ? '<b>' : ''}${isItalic ? '<i>' : ''}${text}`,
  );
  expect(shown).toEqual(parts);
});

test('the plain text has no markup', () => {
  expect(plainText('**Jane** paid *2 * 3*')).toBe('Jane paid 2 * 3');
});

test.each(['**', '*a ', '** a', '***a'])('many of %j take linear time', async (part) => {
  expect(await leastProcessorTime(500, () => segmentsOf(part.repeat(20_000)))).toBeLessThan(500);
});
