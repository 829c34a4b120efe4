'use client';

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { DropdownMenuItem } from './dropdown-menu.tsx';

interface Props {
  icon: LucideIcon;
  /** Why it cannot be done; the item can still be reached, and then says so instead of acting. */
  reason?: string | undefined;
  onSelect: () => void;
  children: ReactNode;
}

/** An act in a menu. */
export function MenuAction({ icon: Icon, reason, onSelect, children }: Props) {
  return (
    <DropdownMenuItem
      aria-disabled={reason ? true : undefined}
      aria-description={reason}
      data-tip={reason}
      className={reason && 'cursor-not-allowed text-faint'}
      onSelect={(event) => (reason ? event.preventDefault() : onSelect())}
    >
      <Icon aria-hidden className={reason ? undefined : 'text-muted'} />
      {children}
    </DropdownMenuItem>
  );
}
