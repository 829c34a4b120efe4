'use client';

import { Trash2 } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Code } from '#components/ui/code.tsx';
import { asObject } from '#lib/json/values.ts';
import { Issues } from './control-shell.tsx';
import { issuesWithin, useStepForm } from './form-context.ts';

/** Stored controls that the step type does not know. They are kept, shown, and removed only manually. */
export function UnknownControls() {
  const { values, dataSchema, fields, issues, set, readOnly } = useStepForm();
  const schema = asObject(dataSchema.properties);
  const unknown = Object.keys(values).filter((key) => !Object.hasOwn(schema, key) && !Object.hasOwn(fields, key));
  if (unknown.length === 0) return null;
  return (
    <section aria-label="Other values" className="flex flex-col gap-3 border-t border-line pt-4">
      <div>
        <h3 className="text-xs font-medium">Other values</h3>
        <p className="text-xs text-faint">Stored with the step, but not used.</p>
      </div>
      {unknown.map((key) => (
        <div key={key} data-control={key} tabIndex={-1} className="flex flex-col gap-1 outline-none">
          <div className="flex items-center gap-2">
            <Code className="min-w-0 flex-1 truncate">
              {key}: {JSON.stringify(values[key])}
            </Code>
            <Button size="sm" variant="ghost" disabledReason={readOnly} onClick={() => set(key, undefined)}>
              <Trash2 aria-hidden />
              Remove<span className="sr-only"> {key}</span>
            </Button>
          </div>
          <Issues issues={issuesWithin(issues, key).map(({ issue }) => issue)} />
        </div>
      ))}
    </section>
  );
}
