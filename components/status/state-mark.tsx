import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/cn.ts';
import { toneText } from '#components/ui/tone.ts';
import { type State, type StateStyle, states } from './states.ts';

interface Props {
  state: State;
  /**
   * `icon` shows the label only as a tooltip and to assistive technology. The icon is not animated, so that lists stay
   * calm.
   */
  show?: 'icon' | 'text' | 'badge';
  label?: string;
  className?: string;
}

export function StateMark({ state, show = 'text', label, className }: Props) {
  const style: StateStyle = states[state];
  const Icon = style.icon;
  const text = label ?? style.label;
  const icon = <Icon aria-hidden className={cn('size-4 shrink-0', style.spins && show !== 'icon' && 'animate-spin')} />;
  if (show === 'badge') {
    return (
      <Badge tone={style.tone} className={className}>
        {icon}
        {text}
      </Badge>
    );
  }
  return (
    <span
      data-tip={show === 'icon' ? text : undefined}
      className={cn('inline-flex shrink-0 items-center gap-1.5', toneText[style.tone], className)}
    >
      {icon}
      <span className={show === 'icon' ? 'sr-only' : undefined}>{text}</span>
    </span>
  );
}
