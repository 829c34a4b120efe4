'use client';

import type { LucideIcon } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Input } from '#components/ui/input.tsx';
import { FilterButton } from './filter-button.tsx';

export interface FacetOption {
  value: string;
  label: string;
  icon?: LucideIcon;
  /** Text at the end of the row, such as a count. */
  note?: string | undefined;
  /** The heading above this option and the following options with the same heading. */
  group?: string;
}

interface Props {
  label: string;
  options: readonly FacetOption[];
  /** One line about the matched values. */
  help?: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /**
   * Searches on the server. `options` are the results, and `known` has the names of chosen options that are not among
   * the results.
   */
  onFind?: (needle: string) => void;
  onOpenChange?: (open: boolean) => void;
  wide?: boolean;
  known?: ReadonlyMap<string, string>;
}

/** The number of rows that are visible together. With more options, the list has a search field. */
const MAX_UNSEARCHED = 12;

/** A filter to choose several options. A long list has a search field. */
export function FacetFilter(props: Props) {
  const { label, options, help, value, onChange, onFind, onOpenChange, wide = false, known } = props;
  const [needle, setNeedle] = useState('');
  const [open, setOpen] = useState(false);
  const isIn = (option: FacetOption) => option.label.toLowerCase().includes(needle.toLowerCase());
  const shown = onFind ? options : options.filter(isIn);
  const find = (text: string) => {
    setNeedle(text);
    onFind?.(text.trim());
  };
  const toggle = (item: string) => onChange(value.includes(item) ? value.filter((v) => v !== item) : [...value, item]);
  return (
    <FilterButton
      label={label}
      value={chosen(options, value, known)}
      onClear={() => onChange([])}
      open={open}
      wide={wide}
      onOpenChange={(next) => {
        setOpen(next);
        onOpenChange?.(next);
      }}
    >
      {(onFind || options.length > MAX_UNSEARCHED) && (
        <Input
          value={needle}
          onChange={(event) => find(event.target.value)}
          placeholder="Find…"
          aria-label={`Find ${label.toLowerCase()}`}
          className="mb-1 border-line"
        />
      )}
      <fieldset className="max-h-98 overflow-y-auto">
        <legend className="sr-only">{label}</legend>
        {shown.map(({ icon: Icon, ...option }, at) => (
          <Fragment key={option.value}>
            {option.group !== shown[at - 1]?.group && (
              <p className="px-2 pt-2 pb-0.5 text-xs font-medium text-faint">{option.group}</p>
            )}
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is one */}
            <label className="flex min-h-8 items-center gap-2 rounded-md px-2 py-1 hover:bg-hover pointer-coarse:min-h-11">
              <Checkbox
                aria-label={option.label}
                aria-description={option.note}
                checked={value.includes(option.value)}
                onCheckedChange={() => toggle(option.value)}
              />
              {Icon && <Icon aria-hidden className="size-4 shrink-0 text-muted" />}
              <span className="min-w-0 break-words">{option.label}</span>
              {option.note && <span className="ml-auto shrink-0 pl-2 text-xs text-faint">{option.note}</span>}
            </label>
          </Fragment>
        ))}
        {shown.length === 0 && <p className="px-2 py-3 text-center text-faint">No option matches</p>}
      </fieldset>
      {help && <p className="border-t border-line px-2 pt-2 pb-1 text-xs text-pretty text-faint">{help}</p>}
    </FilterButton>
  );
}

function chosen(
  options: readonly FacetOption[],
  value: readonly string[],
  known: ReadonlyMap<string, string> | undefined,
): string | undefined {
  if (value.length === 0) return undefined;
  const names = value.map((item) => options.find((option) => option.value === item)?.label ?? known?.get(item) ?? item);
  return names.length > 2 ? `${names.length} chosen` : names.join(', ');
}
