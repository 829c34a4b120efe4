import { describe, expect, test } from 'vitest';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { type DiffLine, diffLines, diffParts, nearChanges } from './text-diff.ts';

const marks = { same: ' ', removed: '-', added: '+' };
const shown = (lines: readonly (DiffLine | null)[]) =>
  lines.map((line) => (line ? marks[line.kind] + line.parts.map(({ text }) => text).join('') : '…'));
const text = (...lines: string[]) => lines.join('\n');

describe('lines', () => {
  const cases: [name: string, before: string, after: string, lines: string[]][] = [
    ['equal', 'a\nb', 'a\nb', [' a', ' b']],
    ['one replaced', 'a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['one added', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
    ['one removed', 'a\nb\nc', 'a\nc', [' a', '-b', ' c']],
    ['the first doubled', 'a', 'a\na', [' a', '+a']],
    ['two places', 'a\nb\nc\nd\ne', 'x\nb\nc\nd\ny', ['-a', '+x', ' b', ' c', ' d', '-e', '+y']],
    ['a block that moved', 'a\nb\nc\nd', 'c\nd\na\nb', ['-a', '-b', ' c', ' d', '+a', '+b']],
    ['from nothing', '', 'a', ['-', '+a']],
  ];
  test.each(cases)('%s', (_, before, after, lines) => expect(shown(diffLines(before, after))).toEqual(lines));

  test('contain both sides completely', () => {
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % most;
    };
    const random = () => Array.from({ length: next(12) }, () => 'abc'[next(3)]).join('\n');
    for (let round = 0; round < 500; round++) {
      const [before, after] = [random(), random()];
      const lines = diffLines(before, after);
      const side = (kind: 'removed' | 'added') =>
        lines
          .filter((line) => line.kind === 'same' || line.kind === kind)
          .map(({ parts }) => parts.map((part) => part.text).join(''))
          .join('\n');
      expect([side('removed'), side('added')]).toEqual([before, after]);
    }
  });

  test('show a few changes of a very long text separately', () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at}`);
    const changed = lines.map((line, at) => (at % 500 === 0 ? `new ${at}` : line));
    expect(diffLines(lines.join('\n'), changed.join('\n')).filter(({ kind }) => kind !== 'same')).toHaveLength(20);
  });

  test('of very different long texts are not aligned, which keeps the comparison fast', async () => {
    const long = (letter: string) => Array.from({ length: 5_000 }, (_, at) => `${letter}${at}`).join('\n');
    const [before, after] = [long('a'), long('b')];
    expect(diffLines(before, after)).toHaveLength(10_000);
    expect(await leastProcessorTime(500, () => diffLines(before, after))).toBeLessThan(500);
  });
});

describe('parts of a line', () => {
  test('leave the common beginning and end unmarked', () => {
    expect(diffParts('Your order {{id}}', 'Your parcel {{id}}')).toEqual([
      [
        { text: 'Your ', changed: false },
        { text: 'order', changed: true },
        { text: ' {{id}}', changed: false },
      ],
      [
        { text: 'Your ', changed: false },
        { text: 'parcel', changed: true },
        { text: ' {{id}}', changed: false },
      ],
    ]);
  });

  test('mark an insertion on one side only', () => {
    expect(diffParts('a b', 'a new b')[0].some((part) => part.changed)).toBe(false);
  });

  test('mark the whole of a changed word', () => {
    expect(diffParts('<p>Thank you</p>', '<p>Track it</p>')[1]).toEqual([
      { text: '<p>', changed: false },
      { text: 'Track it', changed: true },
      { text: '</p>', changed: false },
    ]);
  });

  test('keep an emoji whole', () => {
    expect(diffParts('a😀', 'a😁')[0]).toEqual([
      { text: 'a', changed: false },
      { text: '😀', changed: true },
    ]);
  });
});

test('a gap replaces the lines far from a change', () => {
  const before = text('1', '2', '3', '4', '5', '6', '7', '8', '9');
  const lines = diffLines(before, before.replace('5', 'five'));
  expect(shown(nearChanges(lines, 1))).toEqual(['…', ' 4', '-5', '+five', ' 6', '…']);
});
