'use client';

import { JsonView } from '#components/ui/json-view.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { useSettings } from './use-settings.ts';

/** What the code that triggers the workflow sends along. */
export function PayloadSettings() {
  const { definition } = useSettings();
  return (
    <section aria-labelledby="payload-settings">
      <h3 id="payload-settings" className="mb-2 text-base font-semibold">
        Payload
      </h3>
      {definition.payloadSchema ? <JsonView value={definition.payloadSchema} what="payload schema" /> : <Missing />}
    </section>
  );
}
