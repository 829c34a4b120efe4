'use client';

import { SwitchField } from '#components/form/switch-field.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import type { CredentialField } from '#lib/providers/provider.ts';
import { CredentialText, type CredentialValue } from './credential-text.tsx';

interface Props extends CredentialValue {
  error?: string | undefined;
  /** The label of the field that can replace this field. */
  replacedBy?: string | undefined;
}

/** The input for one credential of the catalogue. */
export function CredentialControl(props: Props) {
  const { field, value, onChange, error, replacedBy } = props;
  const required = field.required && replacedBy === undefined;
  const label =
    field.required && replacedBy ? `${field.displayName} (required without ${replacedBy})` : field.displayName;
  if (field.type === 'switch') {
    return <SwitchField {...{ label, required, error, onChange }} help={field.description} checked={value === true} />;
  }
  return (
    <Field label={label} required={required} help={field.description} error={error}>
      {(control) =>
        field.type === 'dropdown' ? (
          <Select
            id={control.id}
            label={required ? `${label} (required)` : label}
            value={value === '' ? UNSET : String(value)}
            onChange={(next) => onChange(next === UNSET ? '' : next)}
            options={optionsOf(field, String(value))}
            placeholder="Choose"
          />
        ) : (
          <CredentialText {...props} control={control} />
        )
      }
    </Field>
  );
}

/** The value of an unset option, because the select component does not allow an empty value. */
const UNSET = ' ';

function optionsOf({ options = [], required }: CredentialField, value: string) {
  const unset = options.find((option) => option.value === null);
  const known = options.flatMap((option) =>
    option.value === null ? [] : [{ value: option.value, label: option.name }],
  );
  const isListed = value === '' || known.some((option) => option.value === value);
  return [
    ...(unset || !required ? [{ value: UNSET, label: unset?.name ?? 'Not set' }] : []),
    ...known,
    ...(isListed ? [] : [{ value, label: value }]),
  ];
}
