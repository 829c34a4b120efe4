'use client';

import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import type { BarFilter } from './bar-filter.ts';

interface Props {
  /** The filters that are not in the bar. */
  filters: readonly BarFilter[];
  /** The number of filters that are in the bar even without room. */
  kept: number;
  onAdd: (id: string) => void;
}

/** The menu of filters that are not in the bar. Choosing one opens its panel. The button opens the panel of an only filter. */
export function AddFilter({ filters, kept, onAdd }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const isChosen = useRef(false);
  const before = useRef(kept);
  useEffect(() => {
    // The focused filter was removed.
    if (kept < before.current && document.activeElement === document.body) trigger.current?.focus();
    before.current = kept;
  }, [kept]);
  const [only, ...others] = filters;
  const button = {
    ref: trigger,
    size: 'sm',
    variant: 'ghost',
    'data-add-filter': true,
    className: cn('shrink-0 max-sm:min-w-11 max-sm:justify-center', !only && 'invisible order-last'),
    children: (
      <>
        <Plus aria-hidden />
        <span className="max-sm:sr-only">Filter</span>
      </>
    ),
  } as const;
  if (only && others.length === 0) return <Button {...button} data-tip={only.label} onClick={() => onAdd(only.id)} />;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button {...button} />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        onCloseAutoFocus={(event) => {
          // The panel of the chosen filter already has the focus.
          if (isChosen.current) event.preventDefault();
          isChosen.current = false;
        }}
      >
        {filters.map(({ id, label }) => (
          <DropdownMenuItem
            key={id}
            onSelect={() => {
              isChosen.current = true;
              onAdd(id);
            }}
          >
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
