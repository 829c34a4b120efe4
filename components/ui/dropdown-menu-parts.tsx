'use client';

import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { menuItemClass, menuLabelClass, menuPanelClass } from './menu-classes.ts';

/** The menu's root. Not modal: the page behind stays accessible, and one click both closes the menu and takes effect. */
export function Root(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />;
}

export const Trigger = Primitive.Trigger;

export function Content({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        {...props}
        className={cn(menuPanelClass, 'min-w-48', className)}
      />
    </Primitive.Portal>
  );
}

export function Item({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return <Primitive.Item {...props} className={cn(menuItemClass, className)} />;
}

export function Label({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label {...props} className={cn(menuLabelClass, className)} />;
}

export function Separator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}

export const RadioGroup = Primitive.RadioGroup;

export function RadioItem({ className, children, ...props }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem {...props} className={cn(menuItemClass, 'pr-8', className)}>
      {children}
      <Primitive.ItemIndicator className="absolute right-2">
        <Check aria-hidden className="text-accent-text" />
      </Primitive.ItemIndicator>
    </Primitive.RadioItem>
  );
}
