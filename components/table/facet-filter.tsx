'use client';

import { useState } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Input } from '#components/ui/input.tsx';
import { FilterButton } from './filter-button.tsx';

export interface FacetOption {
  value: string;
  label: string;
}

interface Props {
  label: string;
  options: readonly FacetOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Chooses several of a list. A long list gets a search field. */
export function FacetFilter({ label, options, value, onChange }: Props) {
  const [needle, setNeedle] = useState('');
  const shown = options.filter((option) => option.label.toLowerCase().includes(needle.toLowerCase()));
  const toggle = (item: string) => onChange(value.includes(item) ? value.filter((v) => v !== item) : [...value, item]);
  return (
    <FilterButton label={label} value={chosen(options, value)} onClear={() => onChange([])}>
      {options.length > 8 && (
        <Input
          value={needle}
          onChange={(event) => setNeedle(event.target.value)}
          placeholder="Find…"
          aria-label={`Find ${label.toLowerCase()}`}
          className="mb-1 border-line"
        />
      )}
      <fieldset className="max-h-72 overflow-y-auto">
        <legend className="sr-only">{label}</legend>
        {shown.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a button of role checkbox
          <label
            key={option.value}
            className="flex min-h-8 items-center gap-2 rounded-md px-2 hover:bg-hover pointer-coarse:min-h-10"
          >
            <Checkbox checked={value.includes(option.value)} onCheckedChange={() => toggle(option.value)} />
            <span className="min-w-0 truncate">{option.label}</span>
          </label>
        ))}
        {shown.length === 0 && <p className="px-2 py-3 text-center text-faint">Nothing called that</p>}
      </fieldset>
    </FilterButton>
  );
}

function chosen(options: readonly FacetOption[], value: readonly string[]): string | undefined {
  if (value.length === 0) return undefined;
  const names = value.map((item) => options.find((option) => option.value === item)?.label ?? item);
  return names.length > 2 ? `${names.length} chosen` : names.join(', ');
}
