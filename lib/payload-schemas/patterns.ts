import { syntaxProblem } from './pattern-syntax.ts';

/** Maximum characters of a pattern. */
const MAX_LENGTH = 500;

/**
 * Returns why a regular expression may be slow for some text. Undefined if it is safe. A repetition that contains
 * another repetition or alternatives can match in exponentially many ways. The check is stricter than necessary, and
 * also reports invalid expressions.
 */
export function slowPattern(pattern: string): string | undefined {
  if (pattern.length > MAX_LENGTH) return `the pattern is longer than ${MAX_LENGTH} characters. Shorten it.`;
  const invalid = syntaxProblem(pattern);
  if (invalid) return invalid;
  if (/\\[1-9]|\\k</.test(pattern)) return 'patterns with back references can be slow. Write the pattern without them.';
  return repeatsRepetition(pattern)
    ? `\`${pattern}\` can be slow: it repeats a group that itself repeats or has alternatives. Write the pattern without one of the two.`
    : undefined;
}

/** A character, a class or a group of a pattern. */
interface Atom {
  text: string;
  isCharacter: boolean;
  isRepeated: boolean;
}

interface Group {
  /** Whether a part of the group is optional, repeated, or one of several alternatives. */
  varies: boolean;
  hasAlternatives: boolean;
  atoms: Atom[];
}

function repeatsRepetition(pattern: string): boolean {
  const groups: Group[] = [newGroup()];
  let closed: Group | undefined;
  for (let at = 0; at < pattern.length; at++) {
    const group = groups.at(-1) as Group;
    const repetition = repetitionAt(pattern, at);
    if (repetition) {
      if (repetition.many && closed?.varies && !isSeparated(closed)) return true;
      const last = group.atoms.at(-1);
      if (last) last.isRepeated = true;
      group.varies ||= repetition.many || repetition.optional;
      at += repetition.length - 1;
      closed = undefined;
      continue;
    }
    closed = undefined;
    if (pattern[at] === '(') groups.push(newGroup());
    else if (pattern[at] === ')' && groups.length > 1) {
      closed = groups.pop() as Group;
      const around = groups.at(-1) as Group;
      around.varies ||= closed.varies;
      around.atoms.push({ text: '[^]', isCharacter: false, isRepeated: false });
    } else if (pattern[at] === '|') {
      group.varies = true;
      group.hasAlternatives = true;
    } else at = addAtom(pattern, at, group) - 1;
  }
  return false;
}

function newGroup(): Group {
  return { varies: false, hasAlternatives: false, atoms: [] };
}

/**
 * Whether the group starts or ends with a character that occurs nowhere else in the group. A text can then be split
 * into repetitions of the group in only one way.
 */
function isSeparated({ atoms, hasAlternatives }: Group): boolean {
  if (hasAlternatives) return false;
  return [atoms[0], atoms.at(-1)].some((separator) => {
    if (!separator?.isCharacter || separator.isRepeated) return false;
    const character = separator.text.replace('\\', '');
    return atoms.every((atom) => atom === separator || !canBe(atom, character));
  });
}

/** Whether an atom can match the character. An atom that cannot be compiled on its own may match anything. */
function canBe({ text }: Atom, character: string): boolean {
  try {
    return new RegExp(`^${text}$`, 'u').test(character);
  } catch {
    return true;
  }
}

/**
 * Adds the atom at a position, and returns the position after it. The opening parenthesis of a group is not an atom.
 */
function addAtom(pattern: string, at: number, { atoms }: Group): number {
  const opening = /^(?:\?(?:[:=!]|<[=!]|<[^>]*>)|\^|\$|\\[bB])/.exec(pattern.slice(at, at + 40));
  if (opening && (pattern[at] !== '?' || pattern[at - 1] === '(')) return at + opening[0].length;
  const end = pattern[at] === '[' ? endOfClass(pattern, at) + 1 : at + lengthOf(pattern.slice(at, at + 40));
  const text = pattern.slice(at, end);
  atoms.push({ text, isCharacter: /^(?:[^\\[.]|\\[^\p{L}\p{N}])$/u.test(text), isRepeated: false });
  return end;
}

function lengthOf(rest: string): number {
  const [escaped] = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|.)/iu.exec(rest) ?? [];
  return escaped?.length ?? String.fromCodePoint(rest.codePointAt(0) ?? 0).length;
}

/** Returns the repetition at a position. `many` means more than 10 times. */
function repetitionAt(pattern: string, at: number): { length: number; many: boolean; optional: boolean } | undefined {
  const [text] = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(pattern.slice(at, at + 24)) ?? [];
  if (text === undefined || (text.startsWith('?') && pattern[at - 1] === '(')) return undefined;
  const [, least = '0', most] = /^\{(\d+)(?:,(\d*))?/.exec(text) ?? [];
  const bounded = text.startsWith('?') ? 1 : text.startsWith('{') && most !== '' ? Number(most ?? least) : undefined;
  const exact = text.startsWith('{') && most === undefined;
  return {
    length: text.length,
    many: bounded === undefined || bounded > 10,
    optional: !exact && !text.startsWith('+'),
  };
}

function endOfClass(pattern: string, from: number): number {
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === ']') return at;
  }
  return pattern.length;
}
