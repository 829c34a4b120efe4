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
}

/** Returns the providers of a tab that match each word of the query by name, channel or synonym. */
export function findProviders(tab: PickerTab, query: string): Found {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = sorted.filter((provider) => {
    const text = textOf(provider);
    return isIn(provider, tab, words.length > 0) && words.every((word) => text.includes(word));
  });
  const isUsable = ({ kind, deliverable }: Provider) => deliverable || kind === 'agent';
  return { usable: found.filter(isUsable), others: found.filter((provider) => !isUsable(provider)) };
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
