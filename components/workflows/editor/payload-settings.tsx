'use client';

import { PayloadSchemaEditor } from '#components/workflows/fields/payload-schema-editor.tsx';
import { useSettings } from './use-settings.ts';

/** Settings for the payload that triggers send. */
export function PayloadSettings() {
  const { definition, readOnly, errorOf, change } = useSettings();
  return (
    <section aria-labelledby="payload-settings">
      <h3 id="payload-settings" className="mb-1 text-base font-semibold">
        Payload
      </h3>
      <p className="mb-3 text-pretty text-muted">
        The data that your code sends with each trigger. With a schema, templates are checked against it.
      </p>
      <PayloadSchemaEditor
        value={definition.payloadSchema}
        validate={definition.validatePayload}
        error={errorOf('payloadSchema')}
        readOnly={readOnly}
        onChange={(payloadSchema) => change({ payloadSchema })}
        onValidateChange={(validatePayload) => change({ validatePayload })}
      />
    </section>
  );
}
