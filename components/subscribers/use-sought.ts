import { useEffect, useState } from 'react';
import type { splitQuestion } from '#components/layout/split-question.ts';

const ASKS = /^(why|explain)\s/i;

/** Returns the subscriber of a typed question: "jane" of “why didn’t jane get it”. Other texts stay unchanged. */
export function useSought(text: string): string {
  const [split, setSplit] = useState<typeof splitQuestion>();
  const asks = ASKS.test(text);
  useEffect(() => {
    // Loaded on demand, because few texts are questions.
    if (asks)
      void import('#components/layout/split-question.ts').then((module) => setSplit(() => module.splitQuestion));
  }, [asks]);
  if (!asks) return text;
  return split?.(text).sought ?? '';
}
