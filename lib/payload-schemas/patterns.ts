/** Characters of one pattern. */
const MAX_LENGTH = 500;

/**
 * Why a regular expression may take long on some text: a repetition of what repeats, or of alternatives, can be tried in more ways than
 * there is time for. Also tells of what is no regular expression. Stricter than need be; undefined when it is safe.
 */
export function slowPattern(pattern: string): string | undefined {
  if (pattern.length > MAX_LENGTH) return `the pattern is longer than ${MAX_LENGTH} characters. Shorten it.`;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return `\`${pattern}\` is no regular expression. Correct it.`;
  }
  if (/\\[1-9]|\\k</.test(pattern)) return 'patterns with back references can be slow. Write it without.';
  return repeatsRepetition(pattern)
    ? `\`${pattern}\` can be slow: it repeats a group that repeats or has alternatives. Write it without one of them.`
    : undefined;
}

interface Group {
  /** Something in it is repeated without a small bound, or is one of several. */
  varies: boolean;
}

function repeatsRepetition(pattern: string): boolean {
  const groups: Group[] = [{ varies: false }];
  let closed: Group | undefined;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    const repetition = repetitionAt(pattern, at);
    if (repetition) {
      if (repetition.many && closed?.varies) return true;
      if (repetition.many) (groups.at(-1) as Group).varies = true;
      at += repetition.length - 1;
      closed = undefined;
      continue;
    }
    closed = undefined;
    if (character === '\\') at++;
    else if (character === '[') at = endOfClass(pattern, at);
    else if (character === '|') (groups.at(-1) as Group).varies = true;
    else if (character === '(') groups.push({ varies: false });
    else if (character === ')' && groups.length > 1) {
      closed = groups.pop() as Group;
      if (closed.varies) (groups.at(-1) as Group).varies = true;
    }
  }
  return false;
}

/** `many`: more than a handful of times. */
function repetitionAt(pattern: string, at: number): { length: number; many: boolean } | undefined {
  const [text, , most] = /^(?:[*+?]|\{(\d+)(?:,(\d*))?\})\??/.exec(pattern.slice(at, at + 24)) ?? [];
  if (text === undefined) return undefined;
  if (text.startsWith('?')) return pattern[at - 1] === '(' ? undefined : { length: text.length, many: false };
  if (!text.startsWith('{')) return { length: text.length, many: true };
  const [, least = '0'] = /^\{(\d+)/.exec(text) ?? [];
  const bound = most === undefined ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most);
  return { length: text.length, many: bound > 10 };
}

function endOfClass(pattern: string, from: number): number {
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === ']') return at;
  }
  return pattern.length;
}
