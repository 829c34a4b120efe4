import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export function Code({ className, ...props }: ComponentProps<'code'>) {
  return <code {...props} className={cn('font-mono text-xs break-words', className)} />;
}

export function CodeBlock({ className, ...props }: ComponentProps<'pre'>) {
  return (
    <pre
      // Keyboard users can scroll the code too.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
      tabIndex={0}
      {...props}
      className={cn(
        'overflow-auto rounded-lg border border-line bg-sunken p-3 font-mono text-xs whitespace-pre-wrap break-words',
        className,
      )}
    />
  );
}
