import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { type Tone, toneSoft } from './tone.ts';

interface Props extends ComponentProps<'span'> {
  tone?: Tone;
}

export function Badge({ tone = 'idle', className, ...props }: Props) {
  return (
    <span
      {...props}
      className={cn(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5 [&_svg]:shrink-0',
        toneSoft[tone],
        className,
      )}
    />
  );
}
