'use client';

import { Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { channelNames, channels } from '#components/status/channels.tsx';
import { Button } from '#components/ui/button.tsx';
import { ClearSearch } from '#components/ui/clear-search.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Input } from '#components/ui/input.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import type { Provider } from '#lib/providers/provider.ts';
import { counted } from '#lib/text/counted.ts';
import type { PickerTab } from './picker-tabs.ts';
import { availabilityOf } from './provider-availability.tsx';
import { findProviders, lineOf } from './provider-search.ts';
import { ProviderTile } from './provider-tile.tsx';

const tabs: readonly { value: PickerTab; label: string }[] = [
  { value: 'all', label: 'All' },
  ...channelNames.map((value) => ({ value, label: channels[value].label })),
  { value: 'agent', label: 'Agents' },
];

const AGENTS =
  'Agents answer messages of people in conversations. Belfry stores their integrations for clients that list them, and sends nothing through them.';

interface Props {
  initialTab: PickerTab;
  onPick: (provider: Provider) => void;
}

/** The catalogue: search, channels, and one button per provider. Arrow keys move through the list, and Enter in the search opens the first match. */
export function ProviderPicker({ initialTab, onPick }: Props) {
  const [tab, setTab] = useState(initialTab);
  const [query, setQuery] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [withOthers, setWithOthers] = useState(false);
  const { usable, others, meant } = findProviders(tab, query);
  // A search also finds providers that Belfry cannot send through, because the user may look for one of them.
  const found = withOthers || query.trim() !== '' ? [...usable, ...others] : usable;
  const showAll = () => {
    setQuery('');
    setTab('all');
  };
  const openFirst = () => {
    const [first] = found;
    if (first && query.trim() !== '') onPick(first);
  };
  const byArrows = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    if (!step || buttons.length === 0) return;
    event.preventDefault();
    const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.max(0, Math.min(here + step, buttons.length - 1))]?.focus();
  };
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => setTab(next as PickerTab)}
      onKeyDown={byArrows}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex flex-col gap-2 px-5">
        <div className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint"
          />
          <Input
            ref={search}
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && openFirst()}
            aria-label="Search providers"
            placeholder="Search providers"
            autoFocus
            className="px-8 [&::-webkit-search-cancel-button]:hidden"
          />
          {query && (
            <ClearSearch
              onClear={() => {
                setQuery('');
                search.current?.focus();
              }}
            />
          )}
        </div>
        <TabsList aria-label="Channels">
          {tabs.map(({ value, label }) => (
            <TabsTrigger key={value} value={value}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
      </div>
      {tabs.map(({ value }) => (
        <TabsContent key={value} value={value} className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
          <p role="status" className="sr-only">
            {counted(found.length, 'provider')}
          </p>
          {value === 'agent' && <p className="mb-3 text-pretty text-muted">{AGENTS}</p>}
          {found.length > 0 && meant !== undefined && (
            <p className="mb-3 text-muted">
              No match for “{query}”. Did you mean “{meant}”?
            </p>
          )}
          {found.length === 0 && <NothingFound query={query} tab={tab} onReset={showAll} />}
          <div ref={list} className="flex flex-col gap-5">
            {value === 'all' ? (
              groupsOf(found).map(({ label, providers }) => (
                <section key={label} aria-label={label}>
                  <h3 className="mb-2 font-semibold">{label}</h3>
                  <Choices providers={providers} onPick={onPick} />
                </section>
              ))
            ) : (
              <Choices providers={found} onPick={onPick} />
            )}
          </div>
          {found.length === usable.length && others.length > 0 && (
            <Button variant="ghost" className="mt-3" onClick={() => setWithOthers(true)}>
              Show {others.length} that cannot send yet
            </Button>
          )}
        </TabsContent>
      ))}
    </Tabs>
  );
}

/** Returns the providers by channel, so that the first of them is the first of all. */
function groupsOf(found: readonly Provider[]): { label: string; providers: Provider[] }[] {
  const byTab = Map.groupBy(found, ({ channel = 'agent' }) => channel);
  return [...byTab].map(([value, providers]) => ({
    label: tabs.find((tab) => tab.value === value)?.label ?? value,
    providers,
  }));
}

interface ChoicesProps {
  providers: readonly Provider[];
  onPick: (provider: Provider) => void;
}

function Choices({ providers, onPick }: ChoicesProps) {
  return (
    <ul className="grid grid-cols-1 gap-2 sm:auto-rows-fr sm:grid-cols-2">
      {providers.map((provider) => (
        <li key={provider.id} className="flex">
          <Choice provider={provider} onPick={onPick} />
        </li>
      ))}
    </ul>
  );
}

function Choice({ provider, onPick }: { provider: Provider; onPick: (provider: Provider) => void }) {
  const line = lineOf(provider) ?? 'Agent: stored and listed, never used to send';
  const availability = availabilityOf(provider);
  return (
    <button
      type="button"
      onClick={() => onPick(provider)}
      className="flex w-full items-center gap-3 rounded-lg border border-line p-2.5 text-left transition-colors hover:border-line-strong hover:bg-hover"
    >
      <ProviderTile providerId={provider.id} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{provider.displayName}</span>
        {provider.channel && <span className="sr-only">{channels[provider.channel].label}</span>}
        <span className="line-clamp-2 text-xs text-pretty text-faint">
          {availability?.warns ? [...(provider.deliverable ? [line] : []), availability.label].join(' · ') : line}
        </span>
      </span>
    </button>
  );
}

interface NothingFoundProps {
  query: string;
  tab: PickerTab;
  onReset: () => void;
}

function NothingFound({ query, tab, onReset }: NothingFoundProps) {
  const place = tab === 'all' ? 'the catalogue' : `“${tabs.find(({ value }) => value === tab)?.label}”`;
  return (
    <EmptyState
      icon={Search}
      title="No provider of that name"
      action={<Button onClick={onReset}>Show all providers</Button>}
    >
      Nothing in {place} matches “{query}”. A provider with an HTTP API can be reached through one of the webhook
      providers.
    </EmptyState>
  );
}
