import { cn } from '#components/ui/cn.ts';
import type { Color } from '#lib/environments/colors.ts';

/** The dot before an environment's name, in its colour. */
export function EnvironmentDot({ environment }: { environment: { color: Color } }) {
  return (
    <span
      aria-hidden
      className={cn('inline-block size-2 shrink-0 rounded-full', environmentColors[environment.color])}
    />
  );
}

/** The tokens of the colours. */
export const environmentColors = {
  blue: 'bg-info',
  green: 'bg-ok',
  amber: 'bg-warn',
  red: 'bg-bad',
  violet: 'bg-merged',
  grey: 'bg-idle',
} as const satisfies Record<Color, string>;
