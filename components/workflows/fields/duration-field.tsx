'use client';

import { asObject } from '#lib/json/values.ts';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl, usePart } from './form-context.ts';
import { NumberInput } from './number-input.tsx';
import { PartSelect } from './part-select.tsx';

/** An amount and its unit, in the same row. */
export function DurationField({ path, label, help }: FieldProps) {
  return <Duration path={path} unitPath={usePart(path)} label={label} help={help} />;
}

/** One control that contains an amount and a unit, or is absent. */
export function OptionalDurationField({ path, label, help }: FieldProps) {
  return <Duration path={`${path}.amount`} unitPath={`${path}.unit`} label={label} help={help} whole={path} />;
}

/** The unit of an optional duration until the user chooses one. */
const FIRST_UNIT = 'hours';

interface Props {
  path: string;
  unitPath?: string | undefined;
  label: string;
  help?: string | undefined;
  /** The control that contains amount and unit. It is removed when its amount is empty. */
  whole?: string;
}

function Duration({ path, unitPath, label, help, whole }: Props) {
  const { value, set: setAmount, issues, readOnly } = useControl(path);
  const span = useControl(whole ?? path);
  const set = (amount: number | undefined) => {
    if (!whole) setAmount(amount);
    else span.set(amount === undefined ? undefined : { unit: FIRST_UNIT, ...asObject(span.value), amount });
  };
  return (
    <ControlShell path={path} label={label} help={help} required={span.required} issues={issues}>
      {({ id, describedBy, invalid }) => (
        <div className="flex flex-wrap items-start gap-2">
          <NumberInput
            id={id}
            value={value}
            onChange={set}
            readOnly={readOnly !== undefined}
            data-tip={readOnly}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            className="w-24 tabular-nums"
          />
          {unitPath && (!whole || span.value !== undefined) && (
            <PartSelect path={unitPath} label={`${label}: unit`} placeholder="Choose a unit" className="min-w-36" />
          )}
          {whole && span.value === undefined && <span className="self-center text-muted">{FIRST_UNIT}</span>}
        </div>
      )}
    </ControlShell>
  );
}
