import papa from 'papaparse';
import { expect, test } from 'vitest';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { csvLines } from './csv.ts';

test('a cell is never a formula', () => {
  expect(csvLines([['plain', '=1+1', '+49 151', '-2', '@SUM(A1)', 'a "b", c', undefined, '=1\n2']])).toBe(
    `plain,"'=1+1","'+49 151","'-2","'@SUM(A1)","a ""b"", c",,"'=1\n2"\r\n`,
  );
});

const formulas = ['=1+1', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\u22121', '﹢1', '﹣1', ' =1', '\u00a0=1', '\u200b=1'];

test.each([...formulas, '\ufeff=1', '|calc', '%0A=1', '\tx', '\rx', '\nx'])(
  'a cell that begins with %j is marked as text',
  (text) => {
    expect(csvLines([[text]])).toBe(`"'${text}"\r\n`);
  },
);

test.each([';', '\t', '\n', '\r\n'])('a spreadsheet that splits at %j finds no formula', (separator) => {
  const texts = [...formulas, `"=1"`, `""=1`].flatMap((text) => [`Ann${separator}${text}`, `${separator}${text}`]);
  for (const text of texts) {
    const line = csvLines([['2026-11-26', text, 'end']]);
    const read = papa.parse<string[]>(line.replaceAll('"', ''), { delimiter: separator.trim() || '\t' }).data.flat();
    expect(read.filter((cell) => /^[\s\u200b]*[=+\-@＝＋－＠﹢﹣\u2212]/.test(cell))).toEqual([]);
    const [cells = []] = papa.parse<string[]>(line, { delimiter: ',' }).data;
    expect(cells).toHaveLength(3);
  }
});

test.each(['a;b', 'a\tb', 'a,b', 'a"b'])('%j is quoted', (text) => {
  expect(csvLines([[text]])).toBe(`"${text.replace('"', '""')}"\r\n`);
});

test('a long run of separators and blanks takes linear time', async () => {
  const row = [`;${' '.repeat(200_000)}`, ';'.repeat(200_000), '\n\t'.repeat(100_000)];
  expect(await leastProcessorTime(1_000, () => csvLines([row]))).toBeLessThan(1_000);
});

test.each(['a=1', 'Jane Doe', '1-2', 'x＝1', ''])('%j stays unchanged', (text) => {
  expect(csvLines([[text, 'end']])).toBe(`${text},end\r\n`);
});
