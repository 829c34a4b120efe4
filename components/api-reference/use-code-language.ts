import { useState } from 'react';
import { store, stored } from '#components/ui/browser-storage.ts';
import { LANGUAGES, type Language } from '#lib/api-reference/code-samples.ts';

const STORED = 'code-language';

/**
 * Returns the language in which this browser's user reads code, and its setter. For components that are rendered in the
 * browser only.
 */
export function useCodeLanguage(): [Language, (language: Language) => void] {
  const [language, setLanguage] = useState(storedLanguage);
  const choose = (next: Language) => {
    setLanguage(next);
    store(STORED, next);
  };
  return [language, choose];
}

function storedLanguage(): Language {
  const kept = stored(STORED);
  return LANGUAGES.find((language) => language === kept) ?? 'curl';
}
