'use client';

import { Select } from '#components/ui/select.tsx';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl } from './form-context.ts';

const DEFAULT = ':default';
const NONE = ':none';

/** The layout of an e-mail: absent the default one, null none. */
export function LayoutField({ path, label, help }: FieldProps) {
  const { value, set, issues, readOnly } = useControl(path);
  const current = value === null ? NONE : typeof value === 'string' && value ? value : DEFAULT;
  const options = [
    { value: DEFAULT, label: 'The default layout' },
    { value: NONE, label: 'No layout' },
    ...(typeof value === 'string' && value ? [{ value, label: value }] : []),
  ];
  const change = (next: string) => set(next === DEFAULT ? undefined : next === NONE ? null : next);
  return (
    <ControlShell path={path} label={label} help={help} issues={issues}>
      {({ id }) => (
        <Select
          id={id}
          value={current}
          onChange={change}
          options={options}
          disabled={readOnly !== undefined}
          className="max-w-80"
        />
      )}
    </ControlShell>
  );
}
