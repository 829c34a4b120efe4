'use client';

import { useMemo, useState } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { asObject, parseJson } from '#lib/json/values.ts';
import { jsonObjectProblem } from './json-problem.ts';
import { JsonText } from './json-text.tsx';
import { payloadFields, withField } from './payload-fields.ts';
import { PayloadInput } from './payload-input.tsx';
import { RecentPayload } from './recent-payload.tsx';
import type { EventState } from './use-event.ts';

/** The payload as a form and as JSON, side by side where there is room. */
export function Payload({ state }: { state: EventState }) {
  const { name, schema, example, payload, payloadText, source, workflow, isLoading, write } = state;
  const [validText, setValidText] = useState(payloadText);
  if (payload && payloadText !== validText) setValidText(payloadText);
  // While the JSON is invalid, the fields keep their last values.
  const valid = useMemo(() => asObject(parseJson(validText)), [validText]);
  const fields = useMemo(() => payloadFields(schema, example, valid), [schema, example, valid]);
  const set = (path: readonly string[], value: unknown) =>
    payload && write({ payload: JSON.stringify(withField(payload, path, value), null, 2) });
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-2 flex min-h-7 flex-wrap items-center gap-x-2 text-xs font-medium">
          {schema ? 'Values of the payload schema' : 'Values that the steps read'}
          {source && !isLoading && <span className="font-normal text-faint">{source}</span>}
        </legend>
        {isLoading && <Skeleton className="h-32 rounded-lg" />}
        {!isLoading && fields.length === 0 && (
          <p className="text-muted">
            {name === '' ? 'Choose a workflow first.' : 'The steps read nothing from the payload.'}
          </p>
        )}
        {(isLoading ? [] : fields).map((field) => (
          <PayloadInput
            key={field.path.join('.')}
            field={field}
            payload={valid}
            isDisabled={!payload}
            onChange={(value) => set(field.path, value)}
          />
        ))}
      </fieldset>
      <JsonText
        label="Payload"
        value={payloadText}
        onChange={(next) => write({ payload: next })}
        problem={jsonObjectProblem(payloadText, 'payload')}
        isLoading={isLoading}
        aside={workflow && <RecentPayload workflowId={workflow._id} onTake={(next) => write({ payload: next })} />}
      />
    </div>
  );
}
