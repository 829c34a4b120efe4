'use client';

import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

export const Sheet = Primitive.Root;

interface Props extends ComponentProps<typeof Primitive.Content> {
  /** For assistive technology. */
  title: string;
  side?: 'left' | 'right';
}

export function SheetContent({ title, side = 'right', className, children, ...props }: Props) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim animate-fade-in" />
      <Primitive.Content
        aria-describedby={undefined}
        {...props}
        className={cn(
          'fixed inset-y-0 z-50 flex w-[min(560px,92vw)] flex-col overflow-y-auto bg-surface shadow-float outline-none',
          side === 'right' ? 'right-0 animate-sheet-in' : 'left-0 animate-drawer-in',
          className,
        )}
      >
        <Primitive.Title className="sr-only">{title}</Primitive.Title>
        <Primitive.Close asChild>
          <Button variant="ghost" size="icon" aria-label="Close" className="absolute top-2 right-2 z-10">
            <X aria-hidden />
          </Button>
        </Primitive.Close>
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  );
}
