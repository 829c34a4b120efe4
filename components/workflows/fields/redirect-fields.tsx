'use client';

import { Select } from '#components/ui/select.tsx';
import { valueAt } from '#lib/json/values.ts';
import { keyLabel } from '#lib/text/key-label.ts';
import { ControlCode } from './control-code.tsx';
import { choicesOf } from './control-schema.ts';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl, useStepForm } from './form-context.ts';

/** The link that a click opens: a URL and, if the schema has it, the target window. */
export function RedirectField({ path, label, help, placeholder }: FieldProps) {
  const { schema } = useControl(path);
  if (schema.type === 'string') return <AddressField path={path} label={label} help={help} placeholder={placeholder} />;
  return <RedirectFields path={path} label={label} help={help} />;
}

export function RedirectFields({ path, label, help }: { path: string; label: string; help?: string | undefined }) {
  const { values } = useStepForm();
  const filled = valueAt(values, path) !== undefined;
  return (
    <div className="grid grid-cols-1 gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <AddressField path={`${path}.url`} parent={path} label={label} help={help} />
      {filled && <TargetField path={`${path}.target`} />}
    </div>
  );
}

interface AddressProps {
  path: string;
  /** Also shows the issues of the control at this path. */
  parent?: string;
  label: string;
  help?: string | undefined;
  placeholder?: string | undefined;
}

function AddressField({ path, parent, label, help, placeholder }: AddressProps) {
  const { set, issues } = useControl(path);
  const whole = useControl(parent ?? path);
  const all = parent ? [...whole.issues, ...issues] : issues;
  return (
    <ControlShell path={path} label={label} help={help} issues={all} group>
      {(shell) => (
        <ControlCode
          path={path}
          label={label}
          shell={shell}
          singleLine
          placeholder={placeholder ?? '/orders/{{ payload.orderId }}'}
          onChange={(next) => (next === '' && parent ? whole.set(undefined) : set(next || undefined))}
          focus={parent ? whole.focus : undefined}
        />
      )}
    </ControlShell>
  );
}

/** Labels for the targets of a link. */
const TARGETS: Readonly<Record<string, string>> = {
  _self: 'Same tab',
  _blank: 'New tab',
  _parent: 'Parent frame',
  _top: 'Whole window',
  _unfencedTop: 'Out of the fenced frame',
};

function TargetField({ path }: { path: string }) {
  const { text, schema, set, issues, readOnly } = useControl(path);
  const options = choicesOf(schema).map((value) => ({ value, label: TARGETS[value] ?? keyLabel(value) }));
  return (
    <ControlShell path={path} label="Opens in" issues={issues}>
      {({ id }) => (
        <Select id={id} value={text || '_self'} onChange={set} options={options} disabled={readOnly !== undefined} />
      )}
    </ControlShell>
  );
}
