/** A piece of one line. */
export interface Part {
  text: string;
  changed: boolean;
}

export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  parts: Part[];
}

/** Above this many compared pairs of lines, the middle is told as replaced rather than aligned. */
const pairsMax = 1_000_000;

/**
 * Two texts line by line: removed lines before the added ones that replace them. Where one line became another,
 * the part between their common beginning and end is marked.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = before.split('\n');
  const now = after.split('\n');
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const middle = align(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return [...old.slice(0, start).map(same), ...middle, ...old.slice(old.length - end).map(same)];
}

/** What is left of the lines when only those near a change are kept; `null` stands for a gap. */
export function nearChanges(lines: readonly DiffLine[], context = 2): (DiffLine | null)[] {
  const near = lines.map((_, at) => lines.slice(Math.max(0, at - context), at + context + 1).some(isChange));
  const kept: (DiffLine | null)[] = [];
  for (const [at, line] of lines.entries()) {
    if (near[at]) kept.push(line);
    else if (kept.at(-1) !== null) kept.push(null);
  }
  return kept;
}

/** The longest common subsequence of lines, and what stands between its members on either side. */
function align(old: readonly string[], now: readonly string[]): DiffLine[] {
  if (old.length * now.length > pairsMax) return replaced(old, now);
  const common = commonLengths(old, now);
  const length = (i: number, j: number) => common[i * (now.length + 1) + j] ?? 0;
  const lines: DiffLine[] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  let [i, j] = [0, 0];
  const flush = () => {
    lines.push(...replaced(removed, added));
    [removed, added] = [[], []];
  };
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]];
    if (left !== undefined && left === right) {
      flush();
      lines.push(same(left));
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || length(i + 1, j) >= length(i, j + 1))) {
      removed.push(left);
      i++;
    } else if (right !== undefined) {
      added.push(right);
      j++;
    }
  }
  flush();
  return lines;
}

/** At `i * width + j`: how many lines the rests from i and from j have in common. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] =
        old[i] === now[j]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  return lengths;
}

function replaced(removed: readonly string[], added: readonly string[]): DiffLine[] {
  const pairs = removed.map((line, at) => (added[at] === undefined ? undefined : diffParts(line, added[at])));
  return [
    ...removed.map((line, at): DiffLine => ({ kind: 'removed', parts: pairs[at]?.[0] ?? whole(line) })),
    ...added.map((line, at): DiffLine => ({ kind: 'added', parts: pairs[at]?.[1] ?? whole(line) })),
  ];
}

/** Two lines as the words of their common beginning, what differs, and their common end. */
export function diffParts(before: string, after: string): [Part[], Part[]] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
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

/** Words, spaces and single other characters. */
function wordsOf(text: string): string[] {
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
