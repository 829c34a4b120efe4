import { Code, Gauge, Globe, Hourglass, Layers, type LucideIcon, Zap } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import { type Tone, toneText } from '#components/ui/tone.ts';
import type { StepType } from '#lib/steps/step-type.ts';
import { stepWords } from '#lib/steps/words.ts';
import { channels } from './channels.tsx';

/** One icon and one word per step type; the channels keep theirs. */
export const stepTypes = {
  ...channels,
  digest: { word: stepWords.digest, icon: Layers },
  delay: { word: stepWords.delay, icon: Hourglass },
  throttle: { word: stepWords.throttle, icon: Gauge },
  custom: { word: stepWords.custom, icon: Code },
  http_request: { word: stepWords.http_request, icon: Globe },
  trigger: { word: stepWords.trigger, icon: Zap },
} as const satisfies Record<StepType, { word: string; icon: LucideIcon }>;

interface Props {
  type: StepType;
  tone?: Tone | undefined;
  /** Said after the word, on hover and to assistive technology: "E-mail, failed". */
  note?: string | undefined;
  className?: string;
}

export function StepIcon({ type, tone, note, className }: Props) {
  const { icon: Icon, word } = stepTypes[type];
  const text = note ? `${word}: ${note}` : word;
  return (
    <span data-tip={text} className={cn('inline-flex shrink-0', tone ? toneText[tone] : 'text-muted', className)}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** Steps in their order, as icons with hairlines between. */
export function StepIcons({ steps, max = 7 }: { steps: readonly Omit<Props, 'className'>[]; max?: number }) {
  const shown = steps.slice(0, max);
  return (
    <span className="flex items-center gap-2">
      {shown.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity here but their place
        <StepIcon key={index} {...step} />
      ))}
      {steps.length > max && <span className="text-xs text-faint">+{steps.length - max}</span>}
    </span>
  );
}
