import { Check, Minus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange'> {
  checked: boolean | 'indeterminate';
  onCheckedChange: (checked: boolean) => void;
}

/** The browser's checkbox, styled like the other controls. */
export function Checkbox({ checked, onCheckedChange, className, ...props }: Props) {
  const Icon = checked === 'indeterminate' ? Minus : Check;
  return (
    <span className={cn('relative inline-grid size-4 shrink-0 place-items-center', className)}>
      <input
        {...props}
        // A click ends the indeterminate state, so each render sets it again.
        ref={(input) => {
          if (input) input.indeterminate = checked === 'indeterminate';
        }}
        type="checkbox"
        checked={checked === true}
        onChange={({ target }) => onCheckedChange(target.checked)}
        className="peer touch-area size-4 cursor-pointer appearance-none rounded-sm border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:cursor-default disabled:opacity-50"
      />
      <Icon
        aria-hidden
        className="pointer-events-none absolute hidden size-3 stroke-3 text-accent-fg peer-checked:block peer-indeterminate:block"
      />
    </span>
  );
}
