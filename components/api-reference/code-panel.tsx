'use client';

import { Field } from '#components/ui/field.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { codeOf } from '#lib/api-reference/code-samples.ts';
import type { ReferenceOperation } from '#lib/api-reference/operations.ts';
import { CodeTabs } from './code-tabs.tsx';
import { useReference, useSample } from './reference-state.tsx';

/** The example of an operation in each language, with a button that copies it. */
export function CodePanel({ operation }: { operation: ReferenceOperation }) {
  const { language, setLanguage } = useReference();
  const code = codeOf(useSample(operation), language);
  return (
    <section aria-label="Example of a request" className="rounded-lg border border-line bg-surface">
      <CodeTabs language={language} onLanguage={setLanguage} code={code} label="Code" what="example" />
      {operation.callers === 'keys' && <KeyField />}
    </section>
  );
}

function KeyField() {
  const { key, setKey } = useReference();
  return (
    <div className="border-t border-line px-3 py-2.5">
      <Field
        label="Your API key, for the examples"
        help="The key stays on this page and is not stored. Belfry stores only hashes of keys."
      >
        {(control) => (
          <PasswordInput
            {...control}
            value={key}
            autoComplete="off"
            onChange={(event) => setKey(event.target.value.trim())}
          />
        )}
      </Field>
    </div>
  );
}
