'use client';

import { CopyButton } from '#components/ui/copy-button.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import { codeOf, LANGUAGES, type Language, languageNames } from '#lib/api-reference/code-samples.ts';
import { withShellKey } from '#lib/api-reference/shell-key.ts';
import { HighlightedCode } from './highlighted-code.tsx';
import { useCodeLanguage } from './use-code-language.ts';

/** The code that sends a trigger to this installation, in the language that the user chose last. Load it lazily. */
export function TriggerCode({ body }: { body: object }) {
  const [language, setLanguage] = useCodeLanguage();
  const code = triggerCode(body, language, window.location.origin);
  return (
    <section aria-label="Code" className="w-full min-w-0 rounded-lg border border-line bg-surface">
      <Tabs value={language} onValueChange={(next) => setLanguage(next as Language)}>
        <div className="flex items-center px-3">
          <TabsList className="flex-1 shadow-none">
            {LANGUAGES.map((each) => (
              <TabsTrigger key={each} value={each}>
                {languageNames[each]}
              </TabsTrigger>
            ))}
          </TabsList>
          <CopyButton value={code} what={`${languageNames[language]} code`} />
        </div>
        <TabsContent value={language} className="border-t border-line pt-0">
          <HighlightedCode label={`Code in ${languageNames[language]}`} code={code} />
        </TabsContent>
      </Tabs>
    </section>
  );
}

/** Returns the code of a trigger. In a shell the key is `$KEY`, elsewhere a placeholder. */
export function triggerCode(body: object, language: Language, origin: string): string {
  const key = language === 'curl' ? '$KEY' : 'YOUR_API_KEY';
  const headers = { Authorization: `ApiKey ${key}`, 'Content-Type': 'application/json' };
  const code = codeOf(
    { method: 'POST', url: `${origin}/api/v1/events/trigger`, headers, body, isAnswered: true },
    language,
  );
  return language === 'curl' ? withShellKey(code) : code;
}
