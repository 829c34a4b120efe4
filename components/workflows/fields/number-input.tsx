'use client';

import type { ComponentProps } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Input } from '#components/ui/input.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: unknown;
  onChange: (value: number | undefined) => void;
}

/** A field for a number or nothing. The mouse wheel scrolls the page instead of changing the number. */
export function NumberInput({ value, onChange, className, ...props }: Props) {
  return (
    <Input
      {...props}
      type="number"
      step="any"
      autoComplete="off"
      value={typeof value === 'number' ? value : ''}
      onChange={({ target }) => onChange(Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber)}
      onWheel={({ currentTarget }) => currentTarget.blur()}
      className={cn(
        'tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:hidden [&::-webkit-outer-spin-button]:hidden',
        className,
      )}
    />
  );
}
