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

/** Returns the sections that contain every word of a search: by title or heading first, then by text. */
export function guideHits(guides: GuideList, search: string): GuideHit[] {
  const hits = guides.flatMap(({ path, title, sections }) =>
    sections
      .filter(({ heading = '', text }) => matchesAll(`${title} ${heading} ${text}`, search))
      .map(({ id, heading, text }) => ({
        hit: { path, title, id, heading, excerpt: excerptOf(text, search) },
        rank: matchesAll(heading ?? title, search) ? 0 : matchesAll(`${title} ${heading ?? ''}`, search) ? 1 : 2,
      })),
  );
  return hits
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_HITS)
    .map(({ hit }) => hit);
}

/** Returns the text around the first matching word. */
function excerptOf(text: string, search: string): string {
  const folded = fold(text);
  const places = wordsOf(search)
    .map((word) => folded.indexOf(word))
    .filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 40);
  const from = places.length > 0 && start > 0 ? text.indexOf(' ', start) + 1 : 0;
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + EXCERPT_LENGTH)}`;
}
