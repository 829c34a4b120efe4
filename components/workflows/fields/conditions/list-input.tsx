'use client';

import { useState } from 'react';
import { ComboBox } from '#components/form/combo-box.tsx';
import { Input } from '#components/ui/input.tsx';
import { isField } from './model.ts';
import { type FieldType, typedValue } from './operator-choices.ts';
import type { ValueProps } from './value-props.ts';

/** Several values separated by commas, or a variable that contains a list. */
export function ListInput({ rule: { value }, type, fields, name, readOnly, onChange }: ValueProps) {
  const shown = Array.isArray(value) ? value.join(', ') : isField(value) ? '' : String(value ?? '');
  const [typed, setTyped] = useState<string>();
  const keepsTyped = typed !== undefined && itemsOf(typed, type).join(', ') === shown;
  if (isField(value)) {
    return (
      <ComboBox
        className="min-w-36 flex-1"
        value={value.var}
        onChange={(path) => onChange({ var: path })}
        options={fields}
        label={`${name}: list`}
        readOnly={readOnly}
      />
    );
  }
  return (
    <Input
      value={keepsTyped ? typed : shown}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(itemsOf(event.target.value, type));
      }}
      aria-label={`${name}: values, with commas between them`}
      placeholder="first, second"
      readOnly={readOnly}
      autoComplete="off"
      spellCheck={false}
      className="min-w-36 flex-1"
    />
  );
}

function itemsOf(text: string, type: FieldType): unknown[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => typedValue(item, type));
}
