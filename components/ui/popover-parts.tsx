'use client';

import { Popover as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { menuPanelClass } from './menu-classes.ts';

export const Root = Primitive.Root;
export const Trigger = Primitive.Trigger;

export function Content({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        {...props}
        className={cn(menuPanelClass, className)}
      />
    </Primitive.Portal>
  );
}
