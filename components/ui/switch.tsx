import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

interface Props extends Omit<ComponentProps<'button'>, 'onClick' | 'children'> {
  checked: boolean;
  onCheckedChange?: ((checked: boolean) => void) | undefined;
  /** Why the switch cannot be changed. It stays focusable and shows the reason. */
  disabledReason?: string | undefined;
  /** Whether no value was chosen. The switch is then hollow, between on and off. */
  unset?: boolean;
  /** More about the value, shown on hover and focus. */
  description?: string | undefined;
}

export function Switch({ className, checked, unset, disabledReason, description, onCheckedChange, ...props }: Props) {
  const tip = [description, disabledReason].filter(Boolean).join('. ') || undefined;
  return (
    <button
      type="button"
      {...props}
      role="switch"
      aria-checked={checked}
      aria-disabled={disabledReason !== undefined || undefined}
      aria-description={tip}
      data-tip={tip}
      data-unset={unset || undefined}
      onClick={() => disabledReason === undefined && onCheckedChange?.(!checked)}
      className={cn(
        'group relative h-[18px] w-8 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors',
        'before:absolute before:-inset-2.5 pointer-coarse:before:-inset-3.5 aria-checked:border-accent aria-checked:bg-accent',
        'data-unset:border-line-strong! data-unset:border-dashed data-unset:bg-transparent!',
        'aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
        className,
      )}
    >
      <span className="block size-3 translate-x-[2px] rounded-full bg-line-strong transition-transform group-aria-checked:translate-x-4 group-aria-checked:bg-accent-fg group-data-unset:translate-x-[9px]! group-data-unset:bg-line-strong!" />
    </button>
  );
}
