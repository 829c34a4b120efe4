'use client';

import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { cn } from './cn.ts';
import { inputClass } from './input.tsx';
import { menuItemClass, menuPanelClass } from './menu-classes.ts';
import type { SelectProps } from './select-props.ts';

/** A select that opens as soon as it is mounted. */
export function SelectLayer<T extends string>({
  value,
  onChange,
  options,
  label,
  className,
  ...props
}: SelectProps<T>) {
  return (
    <Primitive.Root defaultOpen value={value} onValueChange={(next) => onChange(next as T)} disabled={props.disabled}>
      <Primitive.Trigger
        id={props.id}
        aria-label={label}
        aria-invalid={props['aria-invalid']}
        aria-describedby={props['aria-describedby']}
        className={cn(inputClass, 'inline-flex items-center justify-between gap-2 text-left', className)}
      >
        <span className="min-w-0 truncate">
          <Primitive.Value placeholder={props.placeholder} />
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          className={cn(menuPanelClass, 'min-w-(--radix-select-trigger-width)')}
        >
          <Primitive.Viewport>
            {options.map((option) => (
              <Primitive.Item key={option.value} value={option.value} className={cn(menuItemClass, 'pr-8')}>
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
                <Primitive.ItemIndicator className="absolute right-2">
                  <Check aria-hidden className="size-4 text-accent-text" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
