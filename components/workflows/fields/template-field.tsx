'use client';

import { CodeField } from '#components/code/code-field.tsx';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl } from './form-context.ts';

/** One line of Liquid. */
export function TemplateLine(props: FieldProps) {
  return <TemplateField {...props} singleLine />;
}

/** Several lines of Liquid. */
export function TemplateText(props: FieldProps) {
  return <TemplateField {...props} />;
}

interface Props extends Omit<FieldProps, 'property'> {
  singleLine?: boolean;
  language?: 'liquid-text' | 'liquid-html';
  minHeight?: number;
}

export function TemplateField({ path, label, help, placeholder, singleLine = false, ...look }: Props) {
  const { text, setText, issues, required, variables, readOnly, focus } = useControl(path);
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues} group>
      {({ labelledBy, describedBy, invalid }) => (
        <CodeField
          value={text}
          onChange={setText}
          language={look.language ?? 'liquid-text'}
          singleLine={singleLine}
          variables={variables}
          issues={issues}
          label={label}
          labelledBy={labelledBy}
          describedBy={describedBy}
          invalid={invalid}
          required={required}
          placeholder={placeholder}
          readOnly={readOnly !== undefined}
          focus={focus}
          minHeight={look.minHeight}
        />
      )}
    </ControlShell>
  );
}
