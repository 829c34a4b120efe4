import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { guideAddress } from '#lib/guides/address.ts';
import { guideQueries } from '#lib/guides/client.ts';
import { matchesAll } from './matches-all.ts';
import type { PaletteEntry } from './palette-entry.ts';

const MAX_GUIDES = 4;

/** Shorter texts match too many guides. */
const MIN_LETTERS = 3;

/** Returns the guides whose title matches, then the sections whose heading does. */
export function useGuideEntries(needle: string): PaletteEntry[] {
  const isWanted = needle.length >= MIN_LETTERS;
  const { data } = useQuery({ ...guideQueries.list(), enabled: isWanted });
  if (!isWanted || !data) return [];
  const titles = data.map(({ path, title, group }) => ({ path, id: undefined, label: title, hint: group }));
  const sections = data.flatMap(({ path, title, sections }) =>
    sections.map(({ id, heading = '' }) => ({ path, id, label: heading, hint: title })),
  );
  return [...titles, ...sections]
    .filter(({ label }) => label !== '' && matchesAll(label, needle))
    .slice(0, MAX_GUIDES)
    .map(({ path, id, label, hint }) => ({
      value: `guide ${path} ${id ?? ''}`,
      group: 'Guides',
      icon: BookOpen,
      label,
      hint,
      href: guideAddress(path, id),
    }));
}
