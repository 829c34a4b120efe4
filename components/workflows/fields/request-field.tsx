'use client';

import { CodeField } from '#components/code/code-field.tsx';
import { Select } from '#components/ui/select.tsx';
import { ControlShell, Issues } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useChoices, useControl, usePart } from './form-context.ts';

/** The address of a request with, before it in the same row, its method. */
export function RequestField({ path, label, help, placeholder }: FieldProps) {
  const { text, setText, issues, required, variables, readOnly, focus } = useControl(path);
  const method = usePart(path);
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues} group>
      {({ labelledBy, describedBy, invalid }) => (
        <div className="flex items-start gap-2">
          {method && <MethodSelect path={method} />}
          <CodeField
            className="flex-1"
            value={text}
            onChange={setText}
            language="liquid-text"
            singleLine
            variables={variables}
            issues={issues}
            label={label}
            labelledBy={labelledBy}
            describedBy={describedBy}
            invalid={invalid}
            required={required}
            placeholder={placeholder}
            readOnly={readOnly !== undefined}
            focus={focus}
          />
        </div>
      )}
    </ControlShell>
  );
}

function MethodSelect({ path }: { path: string }) {
  const { text, set, issues, readOnly } = useControl(path);
  const options = useChoices(path);
  return (
    <div data-control={path} tabIndex={-1} className="flex w-28 shrink-0 flex-col gap-1.5 outline-none">
      <Select
        label="Method"
        value={text}
        onChange={set}
        options={options}
        placeholder="Method"
        disabled={readOnly !== undefined}
        className={issues.length > 0 ? 'border-bad' : ''}
      />
      <Issues issues={issues} />
    </div>
  );
}
