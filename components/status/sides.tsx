import { Cloud, FlaskConical, type LucideIcon, ServerCog, SlidersHorizontal, UserRound, Workflow } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import type { Tone } from '#components/ui/tone.ts';
import type { Cause, Side } from '#lib/reasons/side.ts';

interface SideStyle {
  label: string;
  icon: LucideIcon;
  tone: Tone;
  /** The causes that belong to the side. */
  meaning: string;
}

/** The only table of sides: an icon, a label and a colour for each. */
export const sides = {
  provider: {
    label: 'Provider',
    icon: Cloud,
    tone: 'info',
    meaning: 'The provider, or the server that an HTTP step calls',
  },
  recipient: {
    label: 'Recipient',
    icon: UserRound,
    tone: 'plain',
    meaning: 'The recipient’s address, device, mailbox or subscription',
  },
  workflow: {
    label: 'Workflow',
    icon: Workflow,
    tone: 'accent',
    meaning: 'The workflow, its triggers, or a person who acted on the run',
  },
  choice: {
    label: 'Opt-out',
    icon: SlidersHorizontal,
    tone: 'merged',
    meaning: 'The recipient’s choice: preferences, conditions, hours',
  },
  belfry: {
    label: 'Belfry',
    icon: ServerCog,
    tone: 'warn',
    meaning: 'This installation: its integrations, credentials, limits and workers',
  },
} as const satisfies Record<Side, SideStyle>;

export type { Cause };

const SIMULATED: SideStyle = {
  label: 'Sandbox',
  icon: FlaskConical,
  tone: 'plain',
  meaning: 'The sandbox responded instead of the provider, which was not called',
};

/** The party that caused a result, as a chip. */
export function SideMark({ side, isSimulated = false, className }: Cause & { className?: string }) {
  const { label, icon: Icon, tone, meaning } = isSimulated ? SIMULATED : sides[side];
  return (
    <Badge tone={tone} data-tip={meaning} className={className}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}
