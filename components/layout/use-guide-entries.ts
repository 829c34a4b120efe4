import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { guideAddress } from '#lib/guides/address.ts';
import { guideQueries } from '#lib/guides/client.ts';
import { startsWords } from './matches-all.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { SECTION_SUBJECTS } from './palette-words.ts';
import { rankEntries } from './rank-entries.ts';

const MAX_GUIDES = 4;

/** Shorter texts match too many guides. */
const MIN_LETTERS = 3;

/** Returns the guides and sections that match best. Of equal matches, guides are first. */
export function useGuideEntries(needle: string): PaletteEntry[] {
  const isWanted = needle.length >= MIN_LETTERS;
  const { data } = useQuery({ ...guideQueries.list(), enabled: isWanted });
  if (!isWanted || !data) return [];
  const titles = data.map(({ path, title, group }) => ({ path, id: undefined, label: title, hint: group }));
  const sections = data.flatMap(({ path, title, sections }) =>
    sections.map(({ id, heading = '' }) => ({ path, id, label: heading, hint: title })),
  );
  const entries = [...titles, ...sections].map(
    ({ path, id, label, hint }): PaletteEntry => ({
      value: `guide ${path} ${id ?? ''}`,
      group: 'Guides',
      icon: BookOpen,
      label,
      hint,
      subjects: SECTION_SUBJECTS[`${path}#${id}`],
      href: guideAddress(path, id),
    }),
  );
  const matching = entries.filter(
    ({ label, subjects = '' }) => label !== '' && startsWords(`${label} ${subjects}`, needle),
  );
  return rankEntries(matching, needle).slice(0, MAX_GUIDES);
}
