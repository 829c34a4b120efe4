'use client';

import { Trash2 } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { fieldSentence } from '#components/ui/field-sentence.ts';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { FIELD_OPERATORS, type FieldFilterPart } from '#lib/conditions/step-filter-schema.ts';
import { operatorLabels } from '#lib/integrations/operator-labels.ts';

const sources = [
  { value: 'subscriber', label: 'Subscriber' },
  { value: 'payload', label: 'Payload' },
] as const;
const operators = FIELD_OPERATORS.map((value) => ({ value, label: operatorLabels[value] }));

interface Props {
  part: FieldFilterPart;
  name: string;
  error: string | undefined;
  onChange: (part: FieldFilterPart) => void;
  onRemove: () => void;
}

/** One condition: source, field, operator and value. */
export function ConditionRow({ part, name, error, onChange, onRemove }: Props) {
  return (
    <div className="flex flex-col gap-1">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <div className="grid gap-2 sm:grid-cols-[112px_minmax(0,1fr)_132px_minmax(0,1fr)]">
          <Select
            label={`${name}: of`}
            value={part.on}
            onChange={(on) => onChange({ ...part, on })}
            options={sources}
          />
          <Input
            data-field
            aria-label={`${name}: field`}
            aria-invalid={error ? true : undefined}
            placeholder={part.on === 'payload' ? 'order.total' : 'locale'}
            value={part.field}
            onChange={(event) => onChange({ ...part, field: event.target.value })}
            className="font-mono text-xs"
          />
          <Select
            label={`${name}: operator`}
            value={part.operator}
            onChange={(operator) => onChange({ ...part, operator })}
            options={operators}
          />
          <Input
            aria-label={`${name}: value`}
            placeholder={isList(part.operator) ? 'de_DE,de_AT' : 'value'}
            value={part.value}
            onChange={(event) => onChange({ ...part, value: event.target.value })}
            className="font-mono text-xs"
          />
        </div>
        <Button variant="ghost" size="icon" aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </div>
      {error && (
        <p role="alert" className="text-xs text-bad">
          {fieldSentence(error)}
        </p>
      )}
    </div>
  );
}

function isList(operator: FieldFilterPart['operator']): boolean {
  return operator.endsWith('IN') || operator.endsWith('BETWEEN');
}
