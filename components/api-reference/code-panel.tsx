'use client';

import { CopyButton } from '#components/ui/copy-button.tsx';
import { Field } from '#components/ui/field.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import { codeOf, LANGUAGES, type Language, languageNames } from '#lib/api-reference/code-samples.ts';
import type { ReferenceOperation } from '#lib/api-reference/operations.ts';
import { HighlightedCode } from './highlighted-code.tsx';
import { useReference, useSample } from './reference-state.tsx';

/** The example of an operation in each language, with a button that copies it. */
export function CodePanel({ operation }: { operation: ReferenceOperation }) {
  const { language, setLanguage } = useReference();
  const code = codeOf(useSample(operation), language);
  return (
    <section aria-label="Example of a request" className="rounded-lg border border-line bg-surface">
      <Tabs value={language} onValueChange={(next) => setLanguage(next as Language)}>
        <div className="flex items-center px-3">
          <TabsList className="flex-1 shadow-none">
            {LANGUAGES.map((each) => (
              <TabsTrigger key={each} value={each}>
                {languageNames[each]}
              </TabsTrigger>
            ))}
          </TabsList>
          <CopyButton value={code} what={`${languageNames[language]} example`} />
        </div>
        <TabsContent value={language} className="border-t border-line pt-0">
          <HighlightedCode label="Code" code={code} />
        </TabsContent>
      </Tabs>
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
        help="It stays in this page and is not stored. Belfry keeps keys as hashes only."
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
