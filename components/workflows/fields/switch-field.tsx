'use client';

import { Switch } from '#components/ui/switch.tsx';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl } from './form-context.ts';

/** A switch for a control. Off removes the control. */
export function SwitchField({ path, label, help }: FieldProps) {
  const { value, set, issues, readOnly } = useControl(path);
  return (
    <ControlShell path={path} label={label} help={help} issues={issues} inline>
      {({ id, describedBy }) => (
        <Switch
          id={id}
          aria-describedby={describedBy}
          checked={value === true}
          onCheckedChange={(on) => set(on || undefined)}
          disabledReason={readOnly}
        />
      )}
    </ControlShell>
  );
}
