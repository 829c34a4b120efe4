import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/cn.ts';
import { toneText } from '#components/ui/tone.ts';
import { type State, type StateLook, states } from './states.ts';

interface Props {
  state: State;
  /** `icon` still carries the word for assistive technology and on hover, and keeps still: lists are calm. */
  show?: 'icon' | 'text' | 'badge';
  word?: string;
  className?: string;
}

export function StateMark({ state, show = 'text', word, className }: Props) {
  const look: StateLook = states[state];
  const Icon = look.icon;
  const text = word ?? look.word;
  const icon = <Icon aria-hidden className={cn('size-4 shrink-0', look.spins && show !== 'icon' && 'animate-spin')} />;
  if (show === 'badge') {
    return (
      <Badge tone={look.tone} className={className}>
        {icon}
        {text}
      </Badge>
    );
  }
  return (
    <span
      data-tip={show === 'icon' ? text : undefined}
      className={cn('inline-flex shrink-0 items-center gap-1.5', toneText[look.tone], className)}
    >
      {icon}
      <span className={show === 'icon' ? 'sr-only' : undefined}>{text}</span>
    </span>
  );
}
