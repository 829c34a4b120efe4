import { CircleCheck, CircleX } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import { toneText } from '#components/ui/tone.ts';

/** A state of the installation: icon, word and colour. */
export function StateWord({ tone, word }: { tone: 'ok' | 'bad'; word: string }) {
  const Icon = tone === 'ok' ? CircleCheck : CircleX;
  return (
    <span className={cn('inline-flex items-center gap-1.5 whitespace-nowrap', toneText[tone])}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {word}
    </span>
  );
}
