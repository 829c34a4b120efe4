'use client';

import { ControlCode } from './control-code.tsx';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl } from './form-context.ts';

/** A field for one line of Liquid. */
export function TemplateLine(props: FieldProps) {
  return <TemplateField {...props} singleLine />;
}

/** A field for several lines of Liquid. */
export function TemplateText(props: FieldProps) {
  return <TemplateField {...props} singleLine={false} />;
}

function TemplateField({ path, label, help, placeholder, singleLine }: FieldProps & { singleLine: boolean }) {
  const { issues, required } = useControl(path);
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues} group>
      {(shell) => (
        <ControlCode path={path} label={label} shell={shell} singleLine={singleLine} placeholder={placeholder} />
      )}
    </ControlShell>
  );
}
