'use client';

import { Select } from '#components/ui/select.tsx';
import type { UiComponent } from '#lib/steps/ui-schema.ts';
import { choicesOf } from './control-schema.ts';
import { ControlShell, Issues } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl, useSibling } from './form-context.ts';
import { NumberInput } from './number-input.tsx';
import { humanize, isObject } from './values.ts';

const UNIT_OF: Partial<Record<UiComponent, UiComponent>> = {
  DELAY_AMOUNT: 'DELAY_UNIT',
  DIGEST_AMOUNT: 'DIGEST_UNIT',
  THROTTLE_WINDOW: 'THROTTLE_UNIT',
};

/** An amount and, in the same row, the unit of the control beside it. */
export function DurationField({ path, label, help, property }: FieldProps) {
  const unitPath = useSibling(UNIT_OF[property.component] ?? property.component);
  return <Duration path={path} unitPath={unitPath === path ? undefined : unitPath} label={label} help={help} />;
}

interface Props {
  path: string;
  unitPath?: string | undefined;
  label: string;
  help?: string | undefined;
  /** The control that holds both, which stands or falls with its amount. */
  whole?: string;
}

export function Duration({ path, unitPath, label, help, whole }: Props) {
  const { value, set: setAmount, issues, required, readOnly } = useControl(path);
  const span = useControl(whole ?? path);
  const set = (amount: number | undefined) => {
    if (!whole) setAmount(amount);
    else
      span.set(amount === undefined ? undefined : { unit: 'hours', ...(isObject(span.value) && span.value), amount });
  };
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues}>
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
          {unitPath && (!whole || span.value !== undefined) && <Unit path={unitPath} label={`${label}: unit`} />}
        </div>
      )}
    </ControlShell>
  );
}

function Unit({ path, label }: { path: string; label: string }) {
  const { text, schema, set, issues, readOnly } = useControl(path);
  const options = choicesOf(schema).map((value) => ({ value, label: humanize(value) }));
  return (
    <div data-control={path} tabIndex={-1} className="flex min-w-36 flex-col gap-1.5 outline-none">
      <Select
        label={label}
        value={text}
        onChange={set}
        options={options}
        placeholder="Choose a unit"
        disabled={readOnly !== undefined}
        className={issues.length > 0 ? 'border-bad' : ''}
      />
      <Issues issues={issues} />
    </div>
  );
}
