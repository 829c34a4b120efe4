'use client';

import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

export const Dialog = Primitive.Root;

interface Props extends Omit<ComponentProps<typeof Primitive.Content>, 'title'> {
  title: ReactNode;
  description?: ReactNode;
}

export function DialogContent({ title, description, className, children, ...props }: Props) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-50 bg-scrim animate-fade-in" />
      <Primitive.Content
        {...(description === undefined && { 'aria-describedby': undefined })}
        {...props}
        className={cn(
          'fixed inset-x-4 top-[12vh] z-50 mx-auto flex max-h-[80vh] max-w-md flex-col rounded-xl bg-raised shadow-float outline-none animate-pop-in',
          className,
        )}
      >
        <header className="flex items-start gap-3 px-5 pt-4 pb-1">
          <div className="min-w-0 flex-1">
            <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
            {description !== undefined && (
              <Primitive.Description className="mt-1 text-muted">{description}</Primitive.Description>
            )}
          </div>
          <Primitive.Close asChild>
            <Button variant="ghost" size="icon" aria-label="Close" className="-mr-2">
              <X aria-hidden />
            </Button>
          </Primitive.Close>
        </header>
        <div className="min-h-0 overflow-y-auto px-5 pt-2 pb-5">{children}</div>
      </Primitive.Content>
    </Primitive.Portal>
  );
}
