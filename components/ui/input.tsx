import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const inputClass =
  'control w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-sm text-fg placeholder:text-faint ' +
  'transition-colors aria-invalid:border-bad disabled:opacity-60 max-md:text-base';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={cn(inputClass, className)} />;
}
