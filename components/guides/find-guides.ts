import { fold, matchesAll, wordsOf } from '#components/layout/matches-all.ts';
import type { GuideList } from '#lib/guides/schema.ts';

export interface GuideHit {
  path: string;
  title: string;
  /** The section. Undefined: the beginning of the guide. */
  id?: string | undefined;
  heading?: string | undefined;
  excerpt: string;
}

const MAX_HITS = 30;
const EXCERPT_LENGTH = 140;

/** Returns the sections that contain every word of a search: by title or heading first, then by the number of matches. */
export function guideHits(guides: GuideList, search: string): GuideHit[] {
  const hits = guides.flatMap(({ path, title, sections }) =>
    sections
      .filter(({ heading = '', text }) => matchesAll(`${title} ${heading} ${text}`, search))
      .map(({ id, heading, text }) => ({
        hit: { path, title, id, heading, text },
        rank: matchesAll(heading ?? title, search) ? 0 : matchesAll(`${title} ${heading ?? ''}`, search) ? 1 : 2,
        count: countOf(text, search),
      })),
  );
  return hits
    .sort((one, other) => one.rank - other.rank || other.count - one.count)
    .slice(0, MAX_HITS)
    .map(({ hit: { text, ...hit } }) => ({ ...hit, excerpt: excerptOf(text, search) }));
}

/** Returns how often the words of the search occur: the section that is about them has most. */
function countOf(text: string, search: string): number {
  const folded = fold(text);
  return wordsOf(search).reduce((count, word) => count + folded.split(word).length - 1, 0);
}

/** Returns the text around the first matching word. */
function excerptOf(text: string, search: string): string {
  const folded = fold(text);
  const places = wordsOf(search)
    .map((word) => folded.indexOf(word))
    .filter((at) => at >= 0)
    .map((at) => unfolded(text, at));
  const start = Math.max(0, Math.min(...places, text.length) - 40);
  const from = places.length > 0 && start > 0 ? text.indexOf(' ', start) + 1 : 0;
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + EXCERPT_LENGTH)}`;
}

/** Returns the place in a text that belongs to a place in its folded form, which may be shorter or longer. */
function unfolded(text: string, place: number): number {
  let [at, folded] = [0, 0];
  for (const letter of text) {
    folded += fold(letter).length;
    if (folded > place) break;
    at += letter.length;
  }
  return at;
}
