'use client';

import { CopyPlus, Ellipsis, Pencil, Star, Trash2 } from 'lucide-react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { MenuAct } from '#components/ui/menu-act.tsx';
import type { Layout } from '#lib/layouts/schema.ts';
import { useLayoutAction } from './layout-action.ts';

/** What can be done with a layout as a whole. */
export function LayoutMenu({ layout }: { layout: Layout }) {
  const open = useLayoutAction();
  const denied = useWhyNot('workflows:write');
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="h-7 data-[state=open]:bg-pressed pointer-coarse:h-9"
          aria-label={`Actions for ${layout.name}`}
        >
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-64">
        {denied && <p className="px-2 pt-1.5 pb-2 text-xs text-pretty text-muted">{denied}</p>}
        <MenuAct icon={Pencil} reason={denied} onSelect={() => open('rename', layout)}>
          Rename…
        </MenuAct>
        <MenuAct icon={CopyPlus} reason={denied} onSelect={() => open('duplicate', layout)}>
          Duplicate…
        </MenuAct>
        <MenuAct
          icon={Star}
          reason={denied ?? (layout.isDefault ? 'It is the default layout.' : undefined)}
          onSelect={() => open('setDefault', layout)}
        >
          Make default…
        </MenuAct>
        <DropdownMenuSeparator />
        <MenuAct icon={Trash2} reason={denied} onSelect={() => open('delete', layout)}>
          Delete…
        </MenuAct>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
