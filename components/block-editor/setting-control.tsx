import { useId } from 'react';
import { CodeField } from '#components/code/code-field.tsx';
import { ComboBox } from '#components/form/combo-box.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Label } from '#components/ui/label.tsx';
import { Select } from '#components/ui/select.tsx';
import type { JsonObject } from '#lib/json/values.ts';
import { ColourInput } from './colour-input.tsx';
import { pathsFor } from './paths.ts';
import type { SettingField } from './settings-fields.ts';

interface Props {
  field: SettingField;
  value: unknown;
  variables: JsonObject;
  /** Receives null if the value is unset. */
  onChange: (value: string | number | null) => void;
}

/** The input for one attribute of a block. */
export function SettingControl({ field, value, variables, onChange }: Props) {
  const { label, kind, help, placeholder, options = [], max } = field;
  const text = value === null || value === undefined ? '' : String(value);
  if (kind === 'template' || kind === 'html') return <TemplateSetting {...{ field, text, variables, onChange }} />;
  if (kind === 'colour') return <ColourInput label={label} value={text === '' ? null : text} onChange={onChange} />;
  if (kind === 'choice') {
    return (
      <Field label={label} help={help}>
        {({ id }) => (
          <Select
            id={id}
            value={text || (options[0]?.value ?? '')}
            options={options}
            onChange={(next) => onChange(next)}
          />
        )}
      </Field>
    );
  }
  if (kind === 'path') return <PathSetting {...{ field, text, variables, onChange }} />;
  const numeric = kind === 'number' || kind === 'size';
  return (
    <Field label={label} help={help}>
      {(control) => (
        <Input
          {...control}
          value={text}
          placeholder={placeholder}
          {...(kind === 'number' && { type: 'number', min: 0, max })}
          onChange={({ target }) => onChange(numeric ? measured(target.value, max) : target.value || null)}
        />
      )}
    </Field>
  );
}

interface TextProps extends Omit<Props, 'value'> {
  text: string;
}

function TemplateSetting({ field: { label, kind, help, placeholder }, text, variables, onChange }: TextProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <Label id={id}>{label}</Label>
      <CodeField
        label={label}
        labelledBy={id}
        value={text}
        onChange={onChange}
        language={kind === 'html' ? 'liquid-html' : 'liquid-text'}
        singleLine={kind !== 'html'}
        variables={variables}
        {...(placeholder && { placeholder })}
        {...(kind === 'html' && { minHeight: 160, maxHeight: 360 })}
      />
      {help && <p className="text-xs text-faint">{help}</p>}
    </div>
  );
}

function PathSetting({ field: { label, help, placeholder }, text, variables, onChange }: TextProps) {
  const options = pathsFor(variables, '').map(({ path, type }) => ({ value: path, detail: type }));
  return (
    <Field label={label} help={help}>
      {({ id, 'aria-describedby': describedBy }) => (
        <ComboBox
          id={id}
          describedBy={describedBy}
          value={text}
          options={options}
          placeholder={placeholder}
          onChange={(path) => onChange(path || null)}
        />
      )}
    </Field>
  );
}

/** Returns the text as a number if possible, otherwise unchanged (`50%`). */
function measured(text: string, max = 2000): string | number | null {
  if (text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? Math.min(Math.max(0, value), max) : text;
}
