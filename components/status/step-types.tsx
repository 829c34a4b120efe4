import {
  Bell,
  CircleDot,
  Code,
  Gauge,
  Globe,
  Hourglass,
  Inbox,
  Layers,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquare,
  Zap,
} from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import { type Tone, toneText } from '#components/ui/tone.ts';
import { STEP_FACTS } from '#lib/steps/facts.generated.ts';
import type { StepIcon as StepIconName } from '#lib/steps/fields.ts';
import type { StepTypeName } from '#lib/steps/type-names.ts';

const icons: Record<StepIconName, LucideIcon> = {
  bell: Bell,
  chat: MessageCircle,
  code: Code,
  gauge: Gauge,
  globe: Globe,
  hourglass: Hourglass,
  inbox: Inbox,
  layers: Layers,
  mail: Mail,
  message: MessageSquare,
  step: CircleDot,
};

/** The icon and the label of each step type. */
export const stepTypes = {
  ...Object.fromEntries(
    Object.entries(STEP_FACTS).map(([type, { label, icon }]) => [type, { label, icon: icons[icon] }]),
  ),
  trigger: { label: 'Trigger', icon: Zap },
} as Record<StepTypeName, { label: string; icon: LucideIcon }>;

interface Props {
  type: StepTypeName;
  tone?: Tone | undefined;
  /** Added to the label, in the tooltip and for assistive technology: "Email, failed". */
  note?: string | undefined;
  /** Whether the icon is struck through or dashed. */
  drawn?: 'struck' | 'dashed' | undefined;
  className?: string;
}

const drawnClass = {
  struck:
    'relative after:absolute after:inset-y-[-1px] after:left-1/2 after:w-[1.5px] after:-translate-x-1/2 after:rotate-45 after:bg-current after:outline after:outline-bg',
  dashed: '[&_svg]:[stroke-dasharray:3.2_2.6]',
};

export function StepIcon({ type, tone, note, drawn, className }: Props) {
  const { icon: Icon, label } = stepTypes[type];
  const text = note ? `${label}: ${note}` : label;
  return (
    <span
      data-tip={text}
      className={cn(
        'inline-flex shrink-0',
        tone ? toneText[tone] : 'text-muted',
        drawn && drawnClass[drawn],
        className,
      )}
    >
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** The steps in order, as icons with thin lines between them. */
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
