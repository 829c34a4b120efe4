'use client';

import { codeOf, type Language, languageNames } from '#lib/api-reference/code-samples.ts';
import { KEY } from '#lib/api-reference/shell-key.ts';
import { CodeTabs } from './code-tabs.tsx';
import { useCodeLanguage } from './use-code-language.ts';

/** The code that sends a trigger to this installation, in the language that the user chose last. Load it lazily. */
export function TriggerCode({ body }: { body: object }) {
  const [language, setLanguage] = useCodeLanguage();
  const code = triggerCode(body, language, window.location.origin);
  return (
    <section aria-label="Code" className="w-full min-w-0 rounded-lg border border-line bg-surface">
      <CodeTabs
        language={language}
        onLanguage={setLanguage}
        code={code}
        label={`Code in ${languageNames[language]}`}
        what="code"
      />
    </section>
  );
}

/** Returns the code of a trigger, with a placeholder for the key. */
export function triggerCode(body: object, language: Language, origin: string): string {
  const headers = { Authorization: `ApiKey ${KEY}`, 'Content-Type': 'application/json' };
  return codeOf({ method: 'POST', url: `${origin}/api/v1/events/trigger`, headers, body, isAnswered: true }, language);
}
