'use client';

import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl } from './form-context.ts';
import { NumberInput } from './number-input.tsx';

export function NumberField({ path, label, help, placeholder }: FieldProps) {
  const { value, set, issues, required, readOnly } = useControl(path);
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues}>
      {({ id, describedBy, invalid }) => (
        <NumberInput
          id={id}
          value={value}
          onChange={set}
          placeholder={placeholder}
          readOnly={readOnly !== undefined}
          data-tip={readOnly}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          className="w-28"
        />
      )}
    </ControlShell>
  );
}
