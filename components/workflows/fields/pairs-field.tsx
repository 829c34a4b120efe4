'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { CodeField } from '#components/code/code-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { focusAdded } from '#components/ui/focus-added.ts';
import { Input } from '#components/ui/input.tsx';
import { isObject } from '#lib/json/values.ts';
import { ControlShell, Issues } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl } from './form-context.ts';

interface Pair {
  key: string;
  value: string;
}

/** Rows of a name and a template. */
export function PairsField({ path, label, help }: FieldProps) {
  const { value, set, issues, required, readOnly } = useControl(path);
  const pairs = pairsOf(value);
  const change = (next: Pair[]) => set(next.length > 0 ? next : undefined);
  const list = useRef<HTMLDivElement>(null);
  const add = () => {
    change([...pairs, { key: '', value: '' }]);
    focusAdded(() => list.current?.querySelector<HTMLInputElement>('[data-row]:last-of-type input'));
  };
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues} group>
      {({ labelledBy }) => (
        // biome-ignore lint/a11y/useSemanticElements: the label is outside
        <div ref={list} role="group" aria-labelledby={labelledBy} className="flex flex-col gap-2">
          {pairs.map((_, index) => (
            <PairRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              key={index}
              path={`${path}.${index}`}
              name={`${label} ${index + 1}`}
              onRemove={() => change(pairs.filter((__, at) => at !== index))}
            />
          ))}
          <Button size="sm" className="self-start" disabledReason={readOnly} onClick={add}>
            <Plus aria-hidden />
            Add a line
          </Button>
        </div>
      )}
    </ControlShell>
  );
}

function PairRow({ path, name, onRemove }: { path: string; name: string; onRemove: () => void }) {
  const key = useControl(`${path}.key`);
  const value = useControl(`${path}.value`);
  return (
    <div data-row data-control={path} tabIndex={-1} className="flex flex-col gap-1 outline-none">
      <div className="flex items-start gap-2">
        <div data-control={`${path}.key`} className="w-2/5 min-w-0">
          <Input
            value={key.text}
            onChange={(event) => key.set(event.target.value)}
            aria-label={`${name}: name`}
            aria-invalid={key.issues.length > 0 || undefined}
            placeholder="Name"
            readOnly={key.readOnly !== undefined}
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-xs"
          />
        </div>
        <div data-control={`${path}.value`} className="min-w-0 flex-1">
          <CodeField
            value={value.text}
            onChange={value.set}
            language="liquid-text"
            singleLine
            variables={value.variables}
            issues={value.issues}
            invalid={value.issues.length > 0}
            label={`${name}: value`}
            placeholder="Value"
            readOnly={value.readOnly !== undefined}
            focus={value.focus}
          />
        </div>
        <Button
          size="icon"
          variant="ghost"
          aria-label={`Remove ${name}`}
          disabledReason={key.readOnly}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      <Issues issues={[...key.issues, ...value.issues]} />
    </div>
  );
}

export function pairsOf(value: unknown): Pair[] {
  if (!Array.isArray(value)) return [];
  return value.map((item) => ({
    ...(isObject(item) && item),
    key: String((isObject(item) && item.key) || ''),
    value: String((isObject(item) && item.value) || ''),
  }));
}
