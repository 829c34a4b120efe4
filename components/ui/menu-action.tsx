'use client';

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { DropdownMenuItem } from './dropdown-menu.tsx';

interface Props {
  icon: LucideIcon;
  /** Why the action is unavailable. The item can still be focused, and shows the reason. */
  reason?: string | undefined;
  onSelect: () => void;
  className?: string;
  children: ReactNode;
}

/** An action in a menu. */
export function MenuAction({ icon: Icon, reason, onSelect, className, children }: Props) {
  return (
    <DropdownMenuItem
      aria-disabled={reason ? true : undefined}
      aria-description={reason}
      data-tip={reason}
      data-tip-side
      className={cn(reason && 'cursor-not-allowed text-faint', className)}
      onSelect={(event) => (reason ? event.preventDefault() : onSelect())}
    >
      <Icon aria-hidden className={reason ? undefined : 'text-muted'} />
      {children}
    </DropdownMenuItem>
  );
}
