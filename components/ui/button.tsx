'use client';

import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonStyle, buttonClass } from './button-class.ts';

interface Props extends ComponentProps<'button'>, ButtonStyle {
  pending?: boolean;
  /** Why the action is unavailable. The button stays focusable and shows the reason. */
  disabledReason?: string | undefined;
}

export function Button({ variant, size, className, pending, disabledReason, onClick, children, ...props }: Props) {
  const inert = pending || disabledReason !== undefined;
  const click = (event: MouseEvent<HTMLButtonElement>) => (inert ? event.preventDefault() : onClick?.(event));
  return (
    <button
      type="button"
      {...props}
      aria-disabled={inert || undefined}
      aria-busy={pending || undefined}
      aria-description={disabledReason}
      data-tip={disabledReason ?? (props as { 'data-tip'?: string })['data-tip']}
      onClick={click}
      className={buttonClass({ variant, size, className })}
    >
      {pending && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
