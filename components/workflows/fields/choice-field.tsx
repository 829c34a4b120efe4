'use client';

import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useChoices, useControl } from './form-context.ts';
import { Segmented } from './segmented.tsx';
import { useChosen } from './visibility.ts';

/** Chooses one of the values that the schema allows, as a segmented control. */
export function ChoiceField({ path, label, help }: FieldProps) {
  const { set, issues, required, readOnly } = useControl(path);
  const chosen = useChosen(path);
  const options = useChoices(path);
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues} group>
      {({ labelledBy, describedBy }) => (
        <Segmented
          value={chosen}
          onChange={set}
          options={options}
          labelledBy={labelledBy}
          describedBy={describedBy}
          disabledReason={readOnly}
        />
      )}
    </ControlShell>
  );
}
