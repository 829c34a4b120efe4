import { sentText } from '#lib/rendering/sent-text.ts';

export interface Segment {
  text: string;
  isBold: boolean;
  isItalic: boolean;
}

/** A row of asterisks. */
interface Mark {
  index: number;
  length: number;
  opens: boolean;
  closes: boolean;
}

/**
 * Divides the text of a message, as the server sends it, at `**bold**`, `*italic*` and `***both***`, the only markup in the texts of a message. Other asterisks
 * remain: those without a partner, next to a space, between letters or digits, and four or more together.
 */
export function segmentsOf(escaped: string): Segment[] {
  const text = sentText(escaped);
  const marks = marksIn(text);
  const bold = paired(marks.filter(({ length }) => length === 2 || length === 3));
  const italic = paired(marks.filter(({ length }) => length === 1 || length === 3));
  const segments: Segment[] = [];
  const state = { isBold: false, isItalic: false };
  let from = 0;
  for (const mark of marks) {
    const used = (bold.has(mark) ? 2 : 0) + (italic.has(mark) ? 1 : 0);
    if (used === 0) continue;
    const rest = '*'.repeat(mark.length - used);
    segments.push({ text: text.slice(from, mark.index) + rest, ...state });
    from = mark.index + mark.length;
    state.isBold = state.isBold !== bold.has(mark);
    state.isItalic = state.isItalic !== italic.has(mark);
  }
  return [...segments, { text: text.slice(from), ...state }].filter((segment) => segment.text !== '');
}

/** Returns the text without its markup. */
export function plainText(text: string): string {
  return segmentsOf(text)
    .map((segment) => segment.text)
    .join('');
}

function marksIn(text: string): Mark[] {
  return [...text.matchAll(/\*+/g)].map(({ index, 0: { length } }) => {
    const [before, after] = [text[index - 1] ?? ' ', text[index + length] ?? ' '];
    // In “2*3*4”, asterisks are no markup.
    const isInWord = length === 1 && /\w/.test(before) && /\w/.test(after);
    return { index, length, opens: !isInWord && /\S/.test(after), closes: !isInWord && /\S/.test(before) };
  });
}

function paired(marks: readonly Mark[]): ReadonlySet<Mark> {
  const pairs = new Set<Mark>();
  let open: Mark | undefined;
  for (const mark of marks) {
    if (open && mark.closes) {
      pairs.add(open).add(mark);
      open = undefined;
    } else if (mark.opens) open = mark;
  }
  return pairs;
}
