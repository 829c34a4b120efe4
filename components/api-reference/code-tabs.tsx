import { CopyButton } from '#components/ui/copy-button.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import { LANGUAGES, type Language, languageNames } from '#lib/api-reference/code-samples.ts';
import { HighlightedCode } from './highlighted-code.tsx';

interface Props {
  language: Language;
  onLanguage: (language: Language) => void;
  code: string;
  /** The accessible name of the code. */
  label: string;
  /** The copied part, as the label of the button names it after the language. */
  what: string;
}

/** Code in one of the languages, with tabs that choose another one and a button that copies the code. */
export function CodeTabs({ language, onLanguage, code, label, what }: Props) {
  return (
    <Tabs value={language} onValueChange={(next) => onLanguage(next as Language)}>
      <div className="flex items-center px-3">
        <TabsList className="flex-1 shadow-none">
          {LANGUAGES.map((each) => (
            <TabsTrigger key={each} value={each}>
              {languageNames[each]}
            </TabsTrigger>
          ))}
        </TabsList>
        <CopyButton value={code} what={`${languageNames[language]} ${what}`} />
      </div>
      <TabsContent value={language} className="border-t border-line pt-0">
        <HighlightedCode label={label} code={code} />
      </TabsContent>
    </Tabs>
  );
}
