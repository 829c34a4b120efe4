'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { CodeField } from '#components/code/code-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { focusAdded } from '#components/ui/focus-added.ts';
import { ControlShell, Issues } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl } from './form-context.ts';

/** A list of addresses. Each address is a template in a separate row. */
export function AddressesField({ path, label, help, placeholder }: FieldProps) {
  const { value, set, issues, readOnly } = useControl(path);
  const addresses = Array.isArray(value) ? value.map(String) : [];
  const change = (next: string[]) => set(next.length > 0 ? next : undefined);
  const list = useRef<HTMLDivElement>(null);
  const add = () => {
    change([...addresses, '']);
    focusAdded(() => list.current?.querySelector<HTMLElement>('[data-row]:last-of-type .cm-content'));
  };
  return (
    <ControlShell path={path} label={label} help={help} issues={issues} group>
      {({ labelledBy }) => (
        // biome-ignore lint/a11y/useSemanticElements: the label is outside
        <div ref={list} role="group" aria-labelledby={labelledBy} className="flex flex-col gap-2">
          {addresses.map((_, index) => (
            <AddressRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              key={index}
              path={`${path}.${index}`}
              name={`${label} ${index + 1}`}
              placeholder={placeholder}
              onRemove={() => change(addresses.filter((__, at) => at !== index))}
            />
          ))}
          <Button size="sm" className="self-start" disabledReason={readOnly} onClick={add}>
            <Plus aria-hidden />
            Add an address
          </Button>
        </div>
      )}
    </ControlShell>
  );
}

interface RowProps {
  path: string;
  name: string;
  placeholder: string | undefined;
  onRemove: () => void;
}

function AddressRow({ path, name, placeholder, onRemove }: RowProps) {
  const { text, set, issues, variables, readOnly, focus } = useControl(path);
  return (
    <div data-row data-control={path} tabIndex={-1} className="flex flex-col gap-1 outline-none">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <CodeField
            value={text}
            onChange={set}
            language="liquid-text"
            singleLine
            variables={variables}
            issues={issues}
            invalid={issues.length > 0}
            label={name}
            placeholder={placeholder}
            readOnly={readOnly !== undefined}
            focus={focus}
          />
        </div>
        <Button size="icon" variant="ghost" aria-label={`Remove ${name}`} disabledReason={readOnly} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </div>
      <Issues issues={issues} />
    </div>
  );
}
