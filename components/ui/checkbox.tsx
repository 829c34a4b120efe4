'use client';

import { Check, Minus } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export function Checkbox({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      {...props}
      className={cn(
        'grid size-4 shrink-0 place-items-center rounded-sm border border-line-strong bg-surface transition-colors',
        'data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent',
        'data-[state=indeterminate]:bg-accent data-disabled:opacity-50',
        className,
      )}
    >
      <Primitive.Indicator className="text-accent-fg [&_svg]:size-3 [&_svg]:stroke-3">
        {props.checked === 'indeterminate' ? <Minus aria-hidden /> : <Check aria-hidden />}
      </Primitive.Indicator>
    </Primitive.Root>
  );
}
