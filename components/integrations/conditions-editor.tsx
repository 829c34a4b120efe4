'use client';

import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { focusAdded } from '#components/ui/focus-added.ts';
import { Select } from '#components/ui/select.tsx';
import type { FieldFilterPart, StepFilter } from '#lib/conditions/step-filter-schema.ts';
import { ConditionRow } from './condition-row.tsx';

interface Props {
  value: readonly StepFilter[];
  onChange: (value: StepFilter[]) => void;
  /** Errors of the API by path: `conditions.0.children.1.field`. */
  errors: Readonly<Record<string, string>>;
}

const blankPart: FieldFilterPart = { on: 'subscriber', field: '', operator: 'EQUAL', value: '' };
const blankGroup: StepFilter = { isNegated: false, type: 'GROUP', value: 'AND', children: [blankPart] };

const joins = [
  { value: 'AND', label: 'all hold' },
  { value: 'OR', label: 'any holds' },
] as const;
const polarities = [
  { value: 'when', label: 'When' },
  { value: 'unless', label: 'Unless' },
] as const;

/** Groups of conditions. One matching group is enough. */
export function ConditionsEditor({ value, onChange, errors }: Props) {
  const replace = (at: number, group: StepFilter | undefined) =>
    onChange(value.flatMap((other, place) => (place === at ? (group ?? []) : other)));
  const groups = useRef<HTMLDivElement>(null);
  const add = () => {
    onChange([...value, blankGroup]);
    focusAdded(() => shownField(groups.current?.querySelector('fieldset:last-of-type')));
  };
  return (
    <div ref={groups} className="flex flex-col gap-3">
      {value.map((group, at) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their place
          key={at}
          group={group}
          place={at}
          errors={errors}
          onChange={(next) => replace(at, next.children.length > 0 ? next : undefined)}
        />
      ))}
      <Button size="sm" className="self-start" onClick={add}>
        <Plus aria-hidden />
        {value.length === 0 ? 'Add a condition' : 'Add another group'}
      </Button>
    </div>
  );
}

/** Scrolls new rows into view. Returns the last of their fields for the name of a value. */
function shownField(rows: Element | null | undefined): HTMLElement | undefined {
  rows?.scrollIntoView({ block: 'nearest' });
  return [...(rows?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].at(-1);
}

interface GroupProps {
  group: StepFilter;
  place: number;
  errors: Props['errors'];
  onChange: (group: StepFilter) => void;
}

function Group({ group, place, errors, onChange }: GroupProps) {
  const children = (change: (parts: FieldFilterPart[]) => FieldFilterPart[]) =>
    onChange({ ...group, children: change([...group.children]) });
  const rows = useRef<HTMLFieldSetElement>(null);
  const add = () => {
    children((parts) => [...parts, blankPart]);
    focusAdded(() => shownField(rows.current));
  };
  return (
    <fieldset ref={rows} className="flex flex-col gap-2 rounded-lg border border-line p-3">
      <legend className="sr-only">Group {place + 1}</legend>
      <div className="flex flex-wrap items-center gap-2 text-muted">
        <Select
          label={`Group ${place + 1} applies`}
          className="w-28"
          value={group.isNegated ? 'unless' : 'when'}
          onChange={(next) => onChange({ ...group, isNegated: next === 'unless' })}
          options={polarities}
        />
        <Select
          label={`Rows of group ${place + 1}`}
          className="w-32"
          value={group.value}
          onChange={(next) => onChange({ ...group, value: next })}
          options={joins}
        />
      </div>
      {group.children.map((part, row) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          key={row}
          part={part}
          name={`Group ${place + 1}, row ${row + 1}`}
          error={errors[`conditions.${place}.children.${row}.field`]}
          onChange={(next) => children((parts) => parts.with(row, next))}
          onRemove={() => children((parts) => parts.toSpliced(row, 1))}
        />
      ))}
      <Button variant="ghost" size="sm" className="self-start" onClick={add}>
        <Plus aria-hidden />
        Add a row
      </Button>
    </fieldset>
  );
}
