import { useState } from 'react';
import { LANGUAGES, type Language } from '#lib/api-reference/code-samples.ts';

const STORED = 'code-language';

/** Returns the language in which this browser's user reads code, and its setter. Rendered in the browser only. */
export function useCodeLanguage(): [Language, (language: Language) => void] {
  const [language, setLanguage] = useState(storedLanguage);
  const choose = (next: Language) => {
    setLanguage(next);
    try {
      localStorage.setItem(STORED, next);
    } catch {
      // A browser without storage forgets the language.
    }
  };
  return [language, choose];
}

function storedLanguage(): Language {
  try {
    const stored = localStorage.getItem(STORED);
    return LANGUAGES.find((language) => language === stored) ?? 'curl';
  } catch {
    return 'curl';
  }
}
