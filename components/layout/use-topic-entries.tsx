import { Hourglass } from 'lucide-react';
import { useSubscriberSearch } from '#components/subscribers/use-subscriber-search.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { addressOf, explainEntry } from './explain-entry.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { splitTopic } from './split-topic.ts';

const MAX_PEOPLE = 3;

/** Returns the entries of a search like “late jane” or “jane twice”, in addition to the matches of the whole text. */
export function useTopicEntries(
  id: string,
  base: string,
  needle: string,
): { entries: PaletteEntry[]; isFetching: boolean } {
  const { topic, sought } = splitTopic(needle) ?? { topic: undefined, sought: '' };
  const enabled = sought !== '';
  const people = useSubscriberSearch(id, sought, { limit: MAX_PEOPLE, enabled });
  if (!enabled) return { entries: [], isFetching: false };
  const entryOf = (one: Subscriber) =>
    topic === 'late' ? lateEntry(base, one) : explainEntry(base, one, { isTwice: true });
  return { entries: people.subscribers.map(entryOf), isFetching: people.isFetching };
}

/** The messages to a subscriber that were sent a minute or more after their trigger, planned delays included. */
function lateEntry(base: string, subscriber: Subscriber): PaletteEntry {
  const { subscriberId } = subscriber;
  return {
    value: `late ${subscriberId}`,
    group: 'Messages',
    icon: Hourglass,
    label: `Slow messages to ${nameOf(subscriber)}`,
    ...addressOf(subscriber),
    href: `${base}/messages?${new URLSearchParams({ slower: '1m', subscriber: subscriberId })}`,
  };
}
