'use client';

import { Button } from '#components/ui/button.tsx';
import { ControlCode } from './control-code.tsx';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useControl } from './form-context.ts';
import { PairsField, pairsOf } from './pairs-field.tsx';

/** The JSON of a request, as text with templates. Values in the older form stay editable as pairs. */
export function BodyField(props: FieldProps) {
  const { path, label, help } = props;
  const { value, set, issues, required, readOnly } = useControl(path);
  if (Array.isArray(value)) {
    return (
      <div className="flex flex-col gap-2">
        <PairsField {...props} help="Name and value pairs, an older form. They are sent as one JSON object." />
        <Button size="sm" className="self-start" disabledReason={readOnly} onClick={() => set(asJson(value))}>
          Edit as JSON
        </Button>
      </div>
    );
  }
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues} group>
      {(shell) => (
        <ControlCode path={path} label={label} shell={shell} placeholder={'{ "order": "{{ payload.orderId }}" }'} />
      )}
    </ControlShell>
  );
}

function asJson(pairs: unknown): string {
  return JSON.stringify(Object.fromEntries(pairsOf(pairs).map(({ key, value }) => [key, value])), null, 2);
}
