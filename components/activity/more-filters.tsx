'use client';

import { Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { severityOptions } from '#components/status/severity-mark.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { separated, TextFilter } from '#components/table/text-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { type ActivityQuery, reasonOptions } from './activity-query.ts';

const texts = {
  email: { label: 'E-mail', help: 'The whole address, as it is written.', placeholder: 'jane@example.com' },
  transaction: { label: 'Transaction id', help: 'The id that the trigger returned.', placeholder: 'txn_…' },
  topic: { label: 'Topic key', help: 'Runs that were sent to this topic.', placeholder: 'order-updates' },
} as const;
const lists = {
  context: {
    label: 'Context',
    help: 'All context keys of the run, each type:id, separated by commas.',
    placeholder: 'tenant:acme',
  },
} as const;
const facets = {
  reason: { label: 'Reason', options: reasonOptions },
  severity: { label: 'Severity', options: severityOptions },
} as const;
const more = { ...facets, ...lists, ...texts };
type More = keyof typeof more;
const all = Object.keys(more) as More[];

interface Props {
  query: ActivityQuery;
  onChange: (change: Partial<ActivityQuery>) => void;
}

/** Filters that are rarely needed: each is shown once it is set. The chips of those that are, and the menu of them all. */
export function useMoreFilters({ query, onChange }: Props): { chips: ReactNode; menu: ReactNode } {
  const [added, setAdded] = useState<More>();
  const shown = all.filter((id) => query[id].length > 0 || added === id);
  const trigger = useRef<HTMLButtonElement>(null);
  useFocusKept(shown.length, trigger);
  const chips = shown.map((id) => (
    <OneFilter
      key={id}
      id={id}
      query={query}
      onChange={onChange}
      startOpen={added === id}
      onClose={() => setAdded(undefined)}
    />
  ));
  return { chips, menu: <AddFilter trigger={trigger} query={query} onAdd={setAdded} /> };
}

interface AddProps {
  trigger: RefObject<HTMLButtonElement | null>;
  query: ActivityQuery;
  onAdd: (id: More) => void;
}

function AddFilter({ trigger, query, onAdd }: AddProps) {
  const isChosen = useRef(false);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button ref={trigger} size="sm" variant="ghost" className="shrink-0 max-sm:min-w-11 max-sm:justify-center">
          <Plus aria-hidden />
          <span className="max-sm:sr-only">Filter</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        onCloseAutoFocus={(event) => {
          // The panel of the chosen filter has the focus.
          if (isChosen.current) event.preventDefault();
          isChosen.current = false;
        }}
      >
        {all.map((id) => (
          <DropdownMenuItem
            key={id}
            disabled={query[id].length > 0}
            onSelect={() => {
              isChosen.current = true;
              onAdd(id);
            }}
          >
            {more[id].label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** When a filter goes that had the focus, `next` gets it. */
function useFocusKept(count: number, next: RefObject<HTMLElement | null>): void {
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) next.current?.focus();
    before.current = count;
  }, [count, next]);
}

interface OneProps extends Props {
  id: More;
  startOpen: boolean;
  onClose: () => void;
}

function OneFilter({ id, query, onChange, ...open }: OneProps) {
  if (id in facets) {
    const facet = id as keyof typeof facets;
    return (
      <FacetFilter
        {...facets[facet]}
        {...open}
        value={query[facet]}
        onChange={(value) => onChange({ [facet]: value })}
      />
    );
  }
  const value = query[id];
  const set = (text: string) => onChange({ [id]: typeof value === 'string' ? text : separated(text) });
  const { label, help, placeholder } = more[id as keyof typeof texts | keyof typeof lists];
  return (
    <TextFilter
      label={label}
      help={help}
      placeholder={placeholder}
      {...open}
      value={typeof value === 'string' ? value : value.join(', ')}
      onChange={set}
    />
  );
}
