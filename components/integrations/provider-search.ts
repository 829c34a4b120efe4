/** The providers of the catalogue, in their order. */
import { channelNames } from '#components/status/channels.tsx';
import { PROVIDERS } from '#lib/providers/catalogue/catalogue.ts';
import { PICKER_ENTRIES } from '#lib/providers/catalogue/picker-entries.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { Provider } from '#lib/providers/provider.ts';
import type { PickerTab } from './picker-tabs.ts';

const entries = new Map(PICKER_ENTRIES.map((entry, place) => [entry.id, { ...entry, place }]));

const channelPlace = ({ channel }: Provider) => (channel ? channelNames.indexOf(channel) : channelNames.length);
const placeOf = ({ id }: Provider) => entries.get(id)?.place ?? PICKER_ENTRIES.length;

/** Sorts by channel, then by use, then by name. */
const sorted = PROVIDERS.toSorted(
  (a, b) => channelPlace(a) - channelPlace(b) || placeOf(a) - placeOf(b) || a.displayName.localeCompare(b.displayName),
);

/** Returns the line about a provider. Undefined for a provider that Belfry cannot send through. */
export function lineOf({ id }: Provider): string | undefined {
  return entries.get(id)?.line;
}

interface Found {
  /** The providers that Belfry can send through, and agents, which deliver nothing. */
  usable: Provider[];
  /** The providers that Belfry cannot send through yet. */
  others: Provider[];
  /** The query with corrected words, if only that finds providers. */
  meant?: string;
}

/**
 * Returns the providers of a tab that match each word of the query by name, channel or synonym. Matches by name are
 * first, and agents are last. If nothing matches, one wrong, missing or swapped letter in each word is tolerated.
 */
export function findProviders(tab: PickerTab, query: string): Found {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = matching(tab, words);
  if (found.length > 0 || words.length === 0) return split(found);
  const meant = words.map(corrected);
  return { ...split(matching(tab, meant)), meant: meant.join(' ') };
}

function matching(tab: PickerTab, words: readonly string[]): Provider[] {
  const found = sorted.filter((provider) => {
    const text = textOf(provider);
    return isIn(provider, tab, words.length > 0) && words.every((word) => text.includes(word));
  });
  const rank = ({ displayName, kind }: Provider) => {
    if (kind === 'agent') return 2;
    const named = ` ${displayName.toLowerCase()}`;
    return words.every((word) => named.includes(` ${word}`)) ? 0 : 1;
  };
  return found.toSorted((one, other) => rank(one) - rank(other));
}

function split(found: readonly Provider[]): Found {
  const isUsable = ({ kind, deliverable }: Provider) => deliverable || kind === 'agent';
  return { usable: found.filter(isUsable), others: found.filter((provider) => !isUsable(provider)) };
}

/** Returns the word of the catalogue that a word with a typing error means. Otherwise the word itself. */
function corrected(word: string): string {
  if (word.length < MIN_LETTERS || sorted.some((provider) => textOf(provider).includes(word))) return word;
  return vocabulary().find((known) => known.length >= MIN_LETTERS && isTypo(word, known)) ?? word;
}

/** Shorter words differ by one letter from too many others. */
const MIN_LETTERS = 4;

/** Returns the words of names, then those of the other texts. */
function vocabulary(): string[] {
  const names = sorted.flatMap(({ displayName }) => displayName.toLowerCase().split(/\W+/));
  return [...names, ...sorted.flatMap((provider) => textOf(provider).split(/\W+/))];
}

/** Whether two words differ by one wrong, missing or added letter, or by two swapped neighbours. */
function isTypo(one: string, other: string): boolean {
  let [from, ends] = [0, 0];
  while (from < one.length && one[from] === other[from]) from++;
  const most = Math.min(one.length, other.length) - from;
  while (ends < most && one.at(-1 - ends) === other.at(-1 - ends)) ends++;
  const [left, right] = [one, other].map((word) => word.slice(from, word.length - ends)) as [string, string];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

function textOf(provider: Provider): string {
  const { id, displayName, channel = 'agent', availabilityNote = '' } = provider;
  const { line = '', words = '' } = entries.get(id) ?? {};
  return [displayName, id, CHANNEL_WORDS[channel], availabilityNote, line, words].join(' ').toLowerCase();
}

const CHANNEL_WORDS: Readonly<Record<Channel | 'agent', string>> = {
  in_app: 'in-app',
  email: 'email e-mail mail',
  sms: 'sms text message',
  chat: 'chat',
  push: 'push mobile',
  agent: 'agent ai',
};

/** Whether a tab has the provider. Agents, which send nothing, are under *All* only while the user searches. */
function isIn({ channel, kind }: Provider, tab: PickerTab, isSearch: boolean): boolean {
  if (tab === 'all') return isSearch || kind !== 'agent';
  return tab === 'agent' ? kind === 'agent' : channel === tab;
}
