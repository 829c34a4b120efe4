'use client';

import { Select } from '#components/ui/select.tsx';
import { choicesOf } from './control-schema.ts';
import { ControlShell } from './control-shell.tsx';
import { Duration } from './duration-field.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl } from './form-context.ts';
import { JsonField } from './json-field.tsx';
import { NumberField } from './number-field.tsx';
import { SwitchField } from './switch-field.tsx';
import { TemplateLine } from './template-field.tsx';
import { humanize, isObject } from './values.ts';

/** A control whose component has no field of its own: what its schema alone tells. */
export function FallbackField(props: FieldProps) {
  const { schema } = useControl(props.path);
  const nested = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  if (choicesOf(schema).length > 0) return <ChoiceSelect {...props} />;
  if (schema.type === 'boolean') return <SwitchField {...props} />;
  if (schema.type === 'number' || schema.type === 'integer') return <NumberField {...props} />;
  if (schema.type === 'string') return <TemplateLine {...props} />;
  if (nested.length === 2 && nested.includes('amount') && nested.includes('unit'))
    return (
      <Duration
        path={`${props.path}.amount`}
        unitPath={`${props.path}.unit`}
        label={props.label}
        help={props.help}
        whole={props.path}
      />
    );
  return <JsonField {...props} />;
}

function ChoiceSelect({ path, label, help, placeholder }: FieldProps) {
  const { text, schema, set, issues, required, readOnly } = useControl(path);
  const options = choicesOf(schema).map((value) => ({ value, label: humanize(value) }));
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues}>
      {({ id }) => (
        <Select
          id={id}
          value={text}
          onChange={set}
          options={options}
          placeholder={placeholder ?? 'Choose'}
          disabled={readOnly !== undefined}
        />
      )}
    </ControlShell>
  );
}
