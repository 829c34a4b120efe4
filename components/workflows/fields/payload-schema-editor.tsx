'use client';

import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { CodeField } from '#components/code/code-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';
import { payloadExample } from '#lib/workflows/payload-example.ts';
import { useJsonText } from './json-text.ts';
import { FromExample } from './payload/from-example.tsx';
import { rowsOf, withRows } from './payload/property-rows.ts';
import { PropertyTable } from './payload/property-table.tsx';
import { ValidateSwitch } from './payload/validate-switch.tsx';
import { Segmented } from './segmented.tsx';

interface Props {
  value: JsonObject | null;
  /** Whether triggers with an invalid payload are rejected. */
  validate: boolean;
  onChange: (value: JsonObject | null) => void;
  onValidateChange: (on: boolean) => void;
  error?: string | undefined;
  /** Why the schema cannot be changed. */
  readOnly?: string | undefined;
}

const MODES = [
  { value: 'table', label: 'Properties' },
  { value: 'json', label: 'JSON Schema' },
];

/**
 * Edits the payload schema of a workflow: as a table if a table can show all of it, otherwise as JSON Schema, with an
 * example next to it.
 */
export function PayloadSchemaEditor({ value, validate, onChange, onValidateChange, error, readOnly }: Props) {
  const rows = rowsOf(value);
  const [mode, setMode] = useState(rows ? 'table' : 'json');
  const [making, setMaking] = useState(false);
  const example = payloadExample(value);
  return (
    <div data-control="payloadSchema" tabIndex={-1} className="@container flex flex-col gap-4 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label="Edit the schema as"
          value={rows ? mode : 'json'}
          onChange={setMode}
          options={MODES}
          disabledReason={rows ? undefined : 'Only JSON Schema can show all of this schema.'}
        />
        {!making && (
          <Button size="sm" disabledReason={readOnly} onClick={() => setMaking(true)}>
            Create from an example payload
          </Button>
        )}
      </div>
      {making && (
        <FromExample
          replaces={value !== null}
          onMake={(schema) => {
            onChange(schema);
            setMaking(false);
          }}
          onCancel={() => setMaking(false)}
        />
      )}
      <div className="grid grid-cols-1 gap-4 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
        {rows && mode === 'table' ? (
          <div className="flex min-w-0 flex-col gap-2">
            <PropertyTable
              rows={rows}
              readOnly={readOnly}
              onChange={(next) => onChange(next.length > 0 || value ? withRows(value, next) : null)}
            />
            {error && <Problem>{error}</Problem>}
          </div>
        ) : (
          <SchemaText value={value} onChange={onChange} error={error} readOnly={readOnly} />
        )}
        {example && (
          <div className="min-w-0">
            <p className="mb-1.5 text-xs font-medium">Example</p>
            <JsonView value={example} what="example payload" />
          </div>
        )}
      </div>
      <ValidateSwitch on={validate} onChange={onValidateChange} schema={value} readOnly={readOnly} />
    </div>
  );
}

function SchemaText({ value, onChange, error, readOnly }: Pick<Props, 'value' | 'onChange' | 'error' | 'readOnly'>) {
  const id = useId();
  const json = useJsonText(
    value,
    (next) => onChange(isObject(next) ? next : null),
    (next) => (isObject(next) ? undefined : 'A schema is an object: { "type": "object", "properties": { … } }.'),
  );
  const problem = json.problem ?? error;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={`${id}-label`} className="sr-only">
        JSON Schema of the payload
      </span>
      <CodeField
        value={json.text}
        onChange={json.change}
        language="json"
        label="JSON Schema of the payload"
        labelledBy={`${id}-label`}
        describedBy={problem ? `${id}-problem` : undefined}
        invalid={problem !== undefined}
        placeholder={'{ "type": "object", "properties": { } }'}
        readOnly={readOnly !== undefined}
        minHeight={180}
        maxHeight={480}
      />
      {problem && <Problem id={`${id}-problem`}>{problem}</Problem>}
    </div>
  );
}

function Problem({ id, children }: { id?: string; children: string }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-xs text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {children}
    </p>
  );
}
