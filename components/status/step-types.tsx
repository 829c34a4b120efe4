import { CircleDot, Code, Gauge, Globe, Hourglass, Layers, type LucideIcon, Zap } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import { type Tone, toneText } from '#components/ui/tone.ts';
import { STEP_TYPES, type StepType } from '#lib/steps/step-type.ts';
import { stepWords } from '#lib/steps/words.ts';
import { channels } from './channels.tsx';

const icons: Partial<Record<StepType, LucideIcon>> = {
  digest: Layers,
  delay: Hourglass,
  throttle: Gauge,
  custom: Code,
  http_request: Globe,
  trigger: Zap,
};

/** One icon and one word per step type; the channels keep theirs, and a type without an icon of its own gets a plain one. */
export const stepTypes = {
  ...Object.fromEntries(STEP_TYPES.map((type) => [type, { word: stepWords[type], icon: icons[type] ?? CircleDot }])),
  ...channels,
} as Record<StepType, { word: string; icon: LucideIcon }>;

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
