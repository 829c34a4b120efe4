'use client';

import { Check } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import { menuItemClass } from '#components/ui/menu-classes.ts';
import { PopoverClose } from '#components/ui/popover.tsx';
import { FilterButton } from './filter-button.tsx';

interface Props<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T | null;
  onChange: (value: T | null) => void;
  /** One option is always chosen, as with a time range. */
  required?: boolean;
}

/** Chooses one of a list. */
export function ChoiceFilter<T extends string>({ label, options, value, onChange, required }: Props<T>) {
  const current = options.find((option) => option.value === value);
  return (
    <FilterButton
      label={required && current ? current.label : label}
      value={required ? undefined : current?.label}
      {...(!required && { onClear: () => onChange(null) })}
    >
      <div role="radiogroup" aria-label={label}>
        {options.map((option) => (
          <PopoverClose asChild key={option.value}>
            {/* biome-ignore lint/a11y/useSemanticElements: a radio input cannot close the panel it stands in */}
            <button
              type="button"
              role="radio"
              aria-checked={option.value === value}
              onClick={() => onChange(option.value)}
              className={cn(menuItemClass, 'focus-inset w-full justify-between text-left hover:bg-hover')}
            >
              {option.label}
              {option.value === value && <Check aria-hidden className="text-accent-text" />}
            </button>
          </PopoverClose>
        ))}
      </div>
    </FilterButton>
  );
}
