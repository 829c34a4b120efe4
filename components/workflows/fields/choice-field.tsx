'use client';

import { choicesOf } from './control-schema.ts';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { choiceWords } from './field-words.ts';
import { useControl } from './form-context.ts';
import { Segmented } from './segmented.tsx';
import { humanize } from './values.ts';
import { useChosen } from './visibility.ts';

/** One of the values that the schema allows, as a segmented control. */
export function ChoiceField({ path, label, help, property }: FieldProps) {
  const { schema, set, issues, required, readOnly } = useControl(path);
  const chosen = useChosen(property.component, path);
  const options = choicesOf(schema).map((value) => ({ value, label: choiceWords[value] ?? humanize(value) }));
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
