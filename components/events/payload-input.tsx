'use client';

import { useId } from 'react';
import { Input } from '#components/ui/input.tsx';
import { Label } from '#components/ui/label.tsx';
import { RequiredMark } from '#components/ui/required-mark.tsx';
import { Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { type JsonObject, valueAt } from '#lib/json/values.ts';
import { counted } from '#lib/text/counted.ts';
import type { PayloadField } from './payload-fields.ts';

interface Props {
  field: PayloadField;
  payload: JsonObject;
  /** Whether the JSON is invalid, so that the field cannot change it. */
  isDisabled: boolean;
  /** Undefined removes the value. */
  onChange: (value: unknown) => void;
}

/** One value of the payload with an input of its type. */
export function PayloadInput({ field, payload, isDisabled, onChange }: Props) {
  const id = useId();
  const value = valueAt(payload, field.path);
  const isInline = field.kind === 'switch';
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-5 items-center gap-3">
        <Label htmlFor={id} className="min-w-0 truncate font-mono">
          {field.path.join('.')}
          {field.required && <RequiredMark />}
        </Label>
        {isInline && <Control id={id} field={field} value={value} isDisabled={isDisabled} onChange={onChange} />}
      </div>
      {!isInline && <Control id={id} field={field} value={value} isDisabled={isDisabled} onChange={onChange} />}
      {field.description && <p className="text-xs text-pretty text-faint">{field.description}</p>}
    </div>
  );
}

interface ControlProps {
  id: string;
  field: PayloadField;
  value: unknown;
  isDisabled: boolean;
  onChange: Props['onChange'];
}

function Control({ id, field, value, isDisabled, onChange }: ControlProps) {
  const { kind, options, required } = field;
  if (kind === 'switch') {
    const reason = isDisabled ? 'The payload must be a JSON object' : undefined;
    return <Switch id={id} checked={value === true} disabledReason={reason} onCheckedChange={onChange} />;
  }
  if (kind === 'choice') {
    const choices = options.map((option) => ({ value: option, label: option }));
    const chosen = typeof value === 'string' ? value : '';
    return <Select id={id} value={chosen} options={choices} onChange={onChange} disabled={isDisabled} />;
  }
  if (kind === 'json') {
    return (
      <p id={id} className="text-muted">
        {Array.isArray(value) ? `A list of ${counted(value.length, 'item')}` : 'Any JSON'}: change it in the JSON.
      </p>
    );
  }
  return (
    <Input
      id={id}
      type={kind === 'number' ? 'number' : 'text'}
      step="any"
      value={typeof value === 'string' || typeof value === 'number' ? value : ''}
      disabled={isDisabled}
      aria-required={required || undefined}
      onChange={({ target }) => {
        // An empty field leaves its property out, so that a dry run reports a required one.
        if (target.value === '') onChange(undefined);
        else onChange(kind === 'text' ? target.value : target.valueAsNumber);
      }}
    />
  );
}
