'use client';

import { ToggleGroup } from 'radix-ui';
import { cn } from '#components/ui/cn.ts';

interface Props {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  labelledBy?: string | undefined;
  describedBy?: string | undefined;
  label?: string;
  disabledReason?: string | undefined;
  className?: string;
}

/** A choice between a few options that are all visible. Arrow keys move between them. */
export function Segmented({ value, onChange, options, disabledReason, className, ...names }: Props) {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      onValueChange={(next) => next && disabledReason === undefined && onChange(next)}
      aria-label={names.label}
      aria-labelledby={names.labelledBy}
      aria-describedby={names.describedBy}
      data-tip={disabledReason}
      className={cn('inline-flex max-w-full self-start overflow-x-auto rounded-md bg-sunken p-0.5', className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          aria-disabled={disabledReason !== undefined || undefined}
          className={cn(
            'focus-inset h-7 shrink-0 rounded-sm px-2.5 text-sm whitespace-nowrap text-muted transition-colors hover:text-fg touch-area pointer-coarse:h-10',
            'data-[state=on]:bg-raised data-[state=on]:font-medium data-[state=on]:text-fg data-[state=on]:shadow-float',
            'aria-disabled:cursor-not-allowed',
          )}
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
