'use client';

import { Tabs as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const Tabs = Primitive.Root;

/** The list of tabs. A negative margin aligns the first label with the page, because its padding holds the focus ring. */
export function TabsList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      {...props}
      className={cn('-mx-2 flex overflow-x-auto shadow-[inset_0_-1px_var(--color-line)]', className)}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      {...props}
      className={cn(
        'focus-inset flex focus-visible:rounded-sm h-9 shrink-0 pointer-coarse:h-11 items-center gap-1.5 border-b-2 border-transparent px-2 text-sm text-muted transition-colors',
        'hover:text-fg data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-fg',
        className,
      )}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...props} className={cn('focus-inset pt-4', className)} />;
}
