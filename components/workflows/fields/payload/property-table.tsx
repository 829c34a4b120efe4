'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { focusAdded } from '#components/ui/focus-added.ts';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { type PropertyRow, ROW_TYPES, type RowType } from './property-rows.ts';

const TYPE_WORDS: Record<RowType, string> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'True or false',
  array: 'List',
  object: 'Object',
};
const TYPES = ROW_TYPES.map((value) => ({ value, label: TYPE_WORDS[value] }));

const NEW_ROW: PropertyRow = { name: '', type: 'string', required: false, description: '', schema: { type: 'string' } };

interface Props {
  rows: readonly PropertyRow[];
  onChange: (rows: PropertyRow[]) => void;
  readOnly?: string | undefined;
}

/** The properties of a payload, one per row. A row becomes part of the schema once it has a unique name. */
export function PropertyTable({ rows, onChange, readOnly }: Props) {
  const [draft, setDraft] = useState<PropertyRow>();
  const list = useRef<HTMLUListElement>(null);
  const change = (index: number, part: Partial<PropertyRow>) => {
    if (index < rows.length) return onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
    const named = { ...NEW_ROW, ...draft, ...part };
    setDraft(named.name ? undefined : named);
    if (named.name) onChange([...rows, named]);
  };
  const remove = (index: number) =>
    index < rows.length ? onChange(rows.filter((_, at) => at !== index)) : setDraft(undefined);
  const add = () => {
    setDraft(NEW_ROW);
    focusAdded(() => list.current?.querySelector<HTMLInputElement>('li:last-child input'));
  };
  const isTaken = (name: string, index: number) => rows.some((row, at) => row.name === name && at !== index);
  return (
    <div className="flex flex-col gap-2">
      <ul ref={list} aria-label="Properties" className="flex flex-col gap-2">
        {[...rows, ...(draft ? [draft] : [])].map((row, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, so that a new one keeps the focus when it gets its name
            key={index}
            row={row}
            readOnly={readOnly}
            isTaken={(name) => isTaken(name, index)}
            onChange={(part) => change(index, part)}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
      {rows.length === 0 && !draft && (
        <p className="text-faint">No property is described, so the payload can contain anything.</p>
      )}
      <Button size="sm" className="self-start" disabledReason={readOnly} onClick={add}>
        <Plus aria-hidden />
        Add a property
      </Button>
    </div>
  );
}

interface RowProps {
  row: PropertyRow;
  readOnly: string | undefined;
  isTaken: (name: string) => boolean;
  onChange: (part: Partial<PropertyRow>) => void;
  onRemove: () => void;
}

function Row({ row, readOnly, isTaken, onChange, onRemove }: RowProps) {
  const [typed, setTyped] = useState<string>();
  const id = useId();
  const name = typed ?? row.name;
  const problem = typed !== undefined && isTaken(typed) ? 'A property with this name exists already.' : undefined;
  const settle = () => {
    if (typed && !isTaken(typed)) onChange({ name: typed });
    setTyped(undefined);
  };
  const what = name || 'the new property';
  const locked = readOnly !== undefined;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_8.5rem_auto_auto] items-center gap-x-2 gap-y-1.5 rounded-md border border-line p-2">
      <Input
        value={name}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
        aria-label={`Name of ${what}`}
        aria-invalid={problem ? true : undefined}
        placeholder="Name"
        readOnly={locked}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-xs"
      />
      <Select
        label={`Type of ${what}`}
        value={row.type}
        onChange={(type) => onChange({ type })}
        options={TYPES}
        disabled={locked}
      />
      <label htmlFor={id} className="flex items-center gap-1.5 px-1 text-xs">
        <Checkbox
          id={id}
          aria-label={`${what} is required`}
          checked={row.required}
          disabled={locked}
          onCheckedChange={(required) => onChange({ required })}
        />
        Required
      </label>
      <Button size="icon" variant="ghost" aria-label={`Remove ${what}`} disabledReason={readOnly} onClick={onRemove}>
        <Trash2 aria-hidden />
      </Button>
      <Input
        value={row.description}
        onChange={(event) => onChange({ description: event.target.value })}
        aria-label={`Description of ${what}`}
        placeholder="Meaning"
        readOnly={locked}
        className="col-span-4"
      />
      {problem && <p className="col-span-4 text-xs text-bad">{problem}</p>}
    </li>
  );
}
