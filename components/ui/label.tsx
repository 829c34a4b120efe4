import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export function Label({ className, ...props }: ComponentProps<'label'>) {
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller names the control
  return <label {...props} className={cn('text-xs font-medium text-fg', className)} />;
}
