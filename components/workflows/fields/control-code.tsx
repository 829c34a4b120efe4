import { useMemo } from 'react';
import { CodeField } from '#components/code/code-field.tsx';
import type { CodeFieldProps } from '#components/code/code-field-props.ts';
import type { ShellControl } from './control-shell.tsx';
import { useControl, useQuickFix } from './form-context.ts';

type CodeOptions = Pick<CodeFieldProps, 'singleLine' | 'placeholder' | 'minHeight' | 'maxHeight' | 'className'>;

interface Props extends CodeOptions {
  path: string;
  label: string;
  shell: ShellControl;
  language?: CodeFieldProps['language'];
  /** Replaces the control's own handler. */
  onChange?: (text: string) => void;
  focus?: CodeFieldProps['focus'];
}

/** The editor of a control that holds a template, with label, help and issues. */
export function ControlCode({ path, label, shell, language = 'liquid-text', onChange, focus, ...look }: Props) {
  const control = useControl(path);
  const fixOf = useQuickFix();
  // biome-ignore lint/correctness/useExhaustiveDependencies: fixes change with the issues and the text
  const issues = useMemo(
    () => control.issues.map((issue) => ({ ...issue, fix: fixOf(issue) })),
    [control.issues, control.text],
  );
  return (
    <CodeField
      {...look}
      value={control.text}
      onChange={onChange ?? control.setText}
      language={language}
      variables={control.variables}
      issues={issues}
      label={label}
      labelledBy={shell.labelledBy}
      describedBy={shell.describedBy}
      invalid={shell.invalid}
      required={control.required}
      readOnly={control.readOnly !== undefined}
      focus={control.focus ?? focus}
    />
  );
}
