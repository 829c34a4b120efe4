'use client';

import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from './dropdown-menu.tsx';

interface Props {
  /** The name of the resource. */
  name: string;
  /** Why most of the actions are unavailable. */
  denied: string | undefined;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** The actions on one row of a list. */
export function ActionsMenu({ name, denied, children, ...state }: Props) {
  return (
    <DropdownMenu {...state}>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="control-sm in-[td]:-mr-1.5 in-[td]:pointer-coarse:-mr-3.5 in-[td]:pointer-coarse:-ml-2 data-[state=open]:bg-pressed"
          aria-label={`Actions for ${name}`}
        >
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-64">
        {denied && <p className="px-2 pt-1.5 pb-2 text-xs text-pretty text-muted">{denied}</p>}
        {children}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
