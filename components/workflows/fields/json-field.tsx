'use client';

import type { ReactNode } from 'react';
import { CodeField } from '#components/code/code-field.tsx';
import { isObject } from '#lib/json/values.ts';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { issuesWithin, useControl, useStepForm } from './form-context.ts';
import { useJsonText } from './json-text.ts';

interface Props extends Omit<FieldProps, 'help'> {
  help?: ReactNode;
  /** The content to the right of the label. */
  aside?: ReactNode;
}

/** A JSON object, or any JSON if the schema does not require an object. */
export function JsonField({ path, label, help, placeholder, aside }: Props) {
  const { value, set, schema, required, variables, readOnly, focus } = useControl(path);
  const form = useStepForm();
  const object = schema.type === 'object';
  const json = useJsonText(value, set, (next) =>
    object && !isObject(next) ? 'Enter a JSON object: { … }.' : undefined,
  );
  const found = issuesWithin(form.issues, path);
  const issues = found.map(({ path: at, issue }) =>
    at === path ? issue : { ...issue, message: `${at.slice(path.length + 1)}: ${issue.message}`, position: undefined },
  );
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues} aside={aside} group>
      {({ labelledBy, describedBy, invalid }) => (
        <>
          <CodeField
            value={json.text}
            onChange={json.change}
            language="json"
            variables={variables}
            issues={[]}
            label={label}
            labelledBy={labelledBy}
            describedBy={describedBy}
            invalid={invalid || json.problem !== undefined}
            placeholder={placeholder ?? '{ }'}
            readOnly={readOnly !== undefined}
            focus={focus}
          />
          {json.problem && (
            <p role="status" className="text-xs text-bad">
              {json.problem}
            </p>
          )}
        </>
      )}
    </ControlShell>
  );
}
