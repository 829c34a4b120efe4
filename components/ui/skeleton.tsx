import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return <span aria-hidden {...props} className={cn('block h-3 rounded-sm bg-pressed animate-skeleton', className)} />;
}
