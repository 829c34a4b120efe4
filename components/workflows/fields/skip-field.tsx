'use client';

import { useState } from 'react';
import { GuideLink } from '#components/guides/guide-link.tsx';
import { ConditionBuilder } from './conditions/condition-builder.tsx';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl } from './form-context.ts';
import { JsonField } from './json-field.tsx';
import { Segmented } from './segmented.tsx';

const MODES = [
  { value: 'builder', label: 'Builder' },
  { value: 'json', label: 'JSON' },
];

/** The condition that skips the step: as rows, or as JSON Logic. */
export function SkipField(props: FieldProps) {
  const { path, label } = props;
  const help = (
    <>
      {props.help} <GuideLink path="conditions">Guide: conditions</GuideLink>
    </>
  );
  const { value, set, issues, variables, readOnly } = useControl(path);
  const [mode, setMode] = useState('builder');
  const aside = <Segmented label={`${label}: edit as`} value={mode} onChange={setMode} options={MODES} />;
  return (
    <div className="border-t border-line pt-4">
      {mode === 'json' ? (
        <JsonField {...props} help={help} aside={aside} placeholder={'{ "==": [{ "var": "payload.plan" }, "free"] }'} />
      ) : (
        <ControlShell path={path} label={label} help={help} issues={issues} aside={aside} group>
          {({ labelledBy, describedBy }) => (
            <ConditionBuilder
              value={value}
              variables={variables}
              readOnly={readOnly}
              labelledBy={labelledBy}
              describedBy={describedBy}
              onChange={set}
            />
          )}
        </ControlShell>
      )}
    </div>
  );
}
