import { fold, wordsOf } from './matches-all.ts';
import type { PaletteEntry } from './palette-entry.ts';

/**
 * Returns entries with the best match first. Groups stay together, in the order of their best matches; equal matches
 * keep their order. An entry that is a part of the previous entry stays below that entry, and “More” stays last.
 */
export function rankEntries(entries: readonly PaletteEntry[], needle: string): PaletteEntry[] {
  if (needle.trim() === '') return [...entries];
  const blocks: PaletteEntry[][] = [];
  for (const entry of entries) {
    const last = blocks.at(-1);
    if (entry.isPart && last) last.push(entry);
    else blocks.push([entry]);
  }
  const scored = blocks.map((block) => ({ block, group: block[0]?.group, score: scoreOf(block[0], needle) }));
  const best = new Map<string | undefined, number>();
  // A subject ranks before an equal label only within its group: a workflow named “Queue” stays before the page about
  // queues.
  for (const { group, score } of scored) best.set(group, Math.min(best.get(group) ?? 9, Math.max(score, 0)));
  const groups = [...best.keys()].sort((one, other) => (best.get(one) ?? 0) - (best.get(other) ?? 0));
  return groups
    .flatMap((group) => scored.filter((each) => each.group === group).sort((one, other) => one.score - other.score))
    .flatMap(({ block }) => block);
}

/** Returns how well the label matches, from 0 (equal) to 4 (other words match), or −1 for a subject of the entry. “More” is last. */
function scoreOf(entry: PaletteEntry | undefined, needle: string): number {
  if (!entry || entry.group === 'More') return 9;
  const label = fold(entry.label);
  const sought = fold(needle).trim();
  const subjects = (entry.subjects ?? '').split(', ');
  if (subjects.includes(sought)) return -1;
  if (label === sought) return 0;
  if (label.startsWith(sought)) return 1;
  if (subjects.some((subject) => subject.startsWith(sought))) return 2;
  const words = wordsOf(needle);
  const parts = label.split(/[^\p{L}\p{N}]+/u);
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 2;
  return words.every((word) => label.includes(word)) ? 3 : 4;
}
