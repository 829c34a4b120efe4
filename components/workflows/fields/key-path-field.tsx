'use client';

import { useMemo } from 'react';
import { valuePaths } from '#components/code/schema-path.ts';
import { ComboBox } from '#components/form/combo-box.tsx';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl } from './form-context.ts';

/** A path to a value of the run, with the known paths as suggestions. */
export function KeyPathField({ path, label, help, placeholder }: FieldProps) {
  const { text, setText, issues, required, readOnly, variables } = useControl(path);
  const options = useMemo(() => keyOptions(variables), [variables]);
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues}>
      {({ id, describedBy, invalid }) => (
        <ComboBox
          id={id}
          value={text}
          onChange={setText}
          options={options}
          placeholder={placeholder}
          readOnly={readOnly !== undefined}
          describedBy={describedBy}
          invalid={invalid}
        />
      )}
    </ControlShell>
  );
}

function keyOptions(variables: Parameters<typeof valuePaths>[0]) {
  const paths = valuePaths(variables).map(({ path, type }) => ({ value: path, detail: type }));
  const order = ({ value }: { value: string }) =>
    value.startsWith('payload.') ? 0 : value.startsWith('subscriber.') ? 1 : 2;
  return paths.filter(({ value }) => value.includes('.')).sort((a, b) => order(a) - order(b));
}
