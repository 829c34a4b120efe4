import { diffArrays } from 'diff';

/** A piece of one line. */
export interface Part {
  text: string;
  changed: boolean;
}

export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  parts: Part[];
}

/** With more removed and added lines than this, the text is shown as replaced instead of aligned. */
const editsMax = 500;

/**
 * Compares two texts line by line. Removed lines come before the added lines that replace them. In a changed line, the
 * part between the common beginning and the common end is marked.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const pieces = diffArrays(old, now, { maxEditLength: editsMax });
  if (!pieces) return replaced(old, now);
  return pieces.flatMap(({ added, removed, value }, at) => {
    const gone = pieces[at - 1];
    if (removed) return pieces[at + 1]?.added ? [] : replaced(value, []);
    return added ? replaced(gone?.removed ? gone.value : [], value) : value.map(same);
  });
}

/** Returns only the lines near a change; `null` marks a gap. */
export function nearChanges(lines: readonly DiffLine[], context = 2): (DiffLine | null)[] {
  const near = lines.map((_, at) => lines.slice(Math.max(0, at - context), at + context + 1).some(isChange));
  const kept: (DiffLine | null)[] = [];
  for (const [at, line] of lines.entries()) {
    if (near[at]) kept.push(line);
    else if (kept.at(-1) !== null) kept.push(null);
  }
  return kept;
}

function replaced(removed: readonly string[], added: readonly string[]): DiffLine[] {
  const pairs = removed.map((line, at) => (added[at] === undefined ? undefined : diffParts(line, added[at])));
  return [
    ...removed.map((line, at): DiffLine => ({ kind: 'removed', parts: pairs[at]?.[0] ?? whole(line) })),
    ...added.map((line, at): DiffLine => ({ kind: 'added', parts: pairs[at]?.[1] ?? whole(line) })),
  ];
}

/** Splits two lines by words into their common beginning, the difference, and their common end. */
export function diffParts(before: string, after: string): [Part[], Part[]] {
  const [old, now] = [piecesOf(before), piecesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const parts = (text: string[]): Part[] =>
    [
      { text: text.slice(0, start).join(''), changed: false },
      { text: text.slice(start, text.length - end).join(''), changed: true },
      { text: text.slice(text.length - end).join(''), changed: false },
    ].filter((part) => part.text !== '');
  return [parts(old), parts(now)];
}

/** Splits a text into words, spaces and single other characters. */
function piecesOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|./gu) ?? [];
}

function same(text: string): DiffLine {
  return { kind: 'same', parts: [{ text, changed: false }] };
}

function whole(text: string): Part[] {
  return [{ text, changed: true }];
}

function isChange({ kind }: DiffLine): boolean {
  return kind !== 'same';
}
