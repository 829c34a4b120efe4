'use client';

import { ControlCode } from './control-code.tsx';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl, usePart } from './form-context.ts';
import { PartSelect } from './part-select.tsx';

/** The URL of a request, with its method before it in the same row. */
export function RequestField({ path, label, help, placeholder }: FieldProps) {
  const { issues, required } = useControl(path);
  const method = usePart(path);
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues} group>
      {(shell) => (
        <div className="flex items-start gap-2">
          {method && <PartSelect path={method} label="Method" placeholder="Method" className="w-28 shrink-0" />}
          <ControlCode
            path={path}
            label={label}
            shell={shell}
            singleLine
            placeholder={placeholder}
            className="flex-1"
          />
        </div>
      )}
    </ControlShell>
  );
}
