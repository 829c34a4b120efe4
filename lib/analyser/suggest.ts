import { distance } from 'fastest-levenshtein';
import type { IssueSuggestion } from '#lib/steps/issues.ts';
import { shortList } from '#lib/text/list-text.ts';

/** Maximum names that are compared for one suggestion. */
const MAX_NAMES = 500;
const MAX_LENGTH = 64;
/** Maximum names that a list shows. */
const MAX_LISTED = 6;

/**
 * Returns the name that was probably meant: equal except for case, hyphens and underscores, or with a few different
 * letters. Never a name that differs by a negation, such as `subscribed` for `unsubscribed`.
 */
export function closest(name: string, names: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const plain = bare(name);
  let best: { name: string; off: number } | undefined;
  let left = MAX_NAMES;
  for (const candidate of names) {
    if (left-- <= 0) break;
    if (candidate === name || candidate.length > MAX_LENGTH || isOpposite(plain, bare(candidate))) continue;
    const most = best ? best.off - 1 : tolerance(name, candidate);
    const off = bare(candidate) === plain ? 0 : distanceUpTo(most, name.toLowerCase(), candidate.toLowerCase());
    if (off <= Math.min(most, tolerance(name, candidate))) best = { name: candidate, off };
    if (off === 0) break;
  }
  return best?.name;
}

/** Returns an object with the `suggestion`, to be spread into an issue. The object is empty if `right` is undefined. */
export function suggestionOf(wrong: string, right: string | undefined): { suggestion?: IssueSuggestion } {
  return right === undefined || right === wrong ? {} : { suggestion: { wrong, right } };
}

/** Returns "`a`, `b` or `c`". Long lists show the first names and the number of others. */
export function listed(names: readonly string[], word: 'and' | 'or'): string {
  return shortList(
    names.map((name) => `\`${name}\``),
    MAX_LISTED,
    word,
  );
}

function bare(name: string): string {
  return name.replace(/[-_\s]/g, '').toLowerCase();
}

/** Whether one name is the other name with a negation at its start or inside it. */
function isOpposite(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return NEGATIONS.some((word) => {
    if (long.length !== short.length + word.length) return false;
    for (let at = long.indexOf(word); at >= 0; at = long.indexOf(word, at + 1))
      if (long.slice(0, at) + long.slice(at + word.length) === short) return true;
    return false;
  });
}

const NEGATIONS = ['not', 'non', 'un', 'in', 'dis'] as const;

/**
 * Returns the distance of two texts. If their lengths differ by more than `most`, returns Infinity without comparing
 * them.
 */
function distanceUpTo(most: number, one: string, other: string): number {
  return Math.abs(one.length - other.length) > most ? Number.POSITIVE_INFINITY : distance(one, other);
}

/** Returns the number of letters that may differ: a third of the letters, and one letter in short names. */
function tolerance(name: string, candidate: string): number {
  return Math.max(1, Math.floor(Math.min(name.length, candidate.length) / 3));
}
