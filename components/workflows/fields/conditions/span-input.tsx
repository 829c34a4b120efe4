'use client';

import { Select } from '#components/ui/select.tsx';
import { NumberInput } from '#components/workflows/fields/number-input.tsx';
import { SPAN_UNITS } from '#lib/conditions/operators.ts';
import { isObject } from '#lib/json/values.ts';
import { keyLabel } from '#lib/text/key-label.ts';
import type { ValueProps } from './value-props.ts';

const UNITS = SPAN_UNITS.map((value) => ({ value, label: keyLabel(value) }));

type SpanProps = Pick<ValueProps, 'name' | 'readOnly' | 'onChange'> & { value: unknown };

/** A time span before now: an amount and a unit. */
export function SpanInput({ value, name, readOnly, onChange }: SpanProps) {
  const span = isObject(value) ? value : {};
  return (
    <div className="flex items-center gap-2">
      <NumberInput
        value={span.amount}
        onChange={(amount) => onChange({ ...span, amount: amount ?? '' })}
        aria-label={`${name}: amount`}
        readOnly={readOnly}
        className="w-16"
      />
      <Select
        label={`${name}: unit`}
        value={String(span.unit ?? '')}
        onChange={(unit) => onChange({ ...span, unit })}
        options={UNITS}
        placeholder="Unit"
        disabled={readOnly}
        className="w-28"
      />
    </div>
  );
}
