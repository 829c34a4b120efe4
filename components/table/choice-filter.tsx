'use client';

import { useState } from 'react';
import { Input } from '#components/ui/input.tsx';
import { ChoiceList } from './choice-list.tsx';
import { FilterButton } from './filter-button.tsx';

interface Props<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T | null;
  onChange: (value: T | null) => void;
  onOpenChange?: (open: boolean) => void;
}

/** With more options, the list has a search field. */
const MAX_UNSEARCHED = 8;

/** A filter to choose one option. A long list has a search field. */
export function ChoiceFilter<T extends string>({ label, options, value, onChange, onOpenChange }: Props<T>) {
  const [open, setOpen] = useState(false);
  const [needle, setNeedle] = useState('');
  const shown = options.filter((option) => option.label.toLowerCase().includes(needle.trim().toLowerCase()));
  const change = (next: boolean) => {
    setOpen(next);
    setNeedle('');
    onOpenChange?.(next);
  };
  return (
    <FilterButton
      label={label}
      value={options.find((option) => option.value === value)?.label}
      onClear={() => onChange(null)}
      open={open}
      onOpenChange={change}
    >
      {options.length > MAX_UNSEARCHED && (
        <Input
          value={needle}
          onChange={(event) => setNeedle(event.target.value)}
          placeholder="Find…"
          aria-label={`Find ${label.toLowerCase()}`}
          className="mb-1 border-line"
        />
      )}
      <div className="max-h-72 overflow-y-auto">
        <ChoiceList
          label={label}
          options={shown}
          value={value}
          onChoose={(next) => {
            onChange(next);
            change(false);
          }}
        />
      </div>
      {shown.length === 0 && <p className="px-2 py-3 text-center text-faint">No option matches</p>}
    </FilterButton>
  );
}
