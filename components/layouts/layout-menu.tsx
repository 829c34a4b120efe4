'use client';

import { CopyPlus, Pencil, Star, Trash2 } from 'lucide-react';
import { useWhyNot } from '#components/layout/session.tsx';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
import { DropdownMenuSeparator } from '#components/ui/dropdown-menu.tsx';
import { MenuAction } from '#components/ui/menu-action.tsx';
import type { Layout } from '#lib/layouts/schema.ts';
import { useLayoutAction } from './layout-action.ts';

/** The actions on a layout as a whole. */
export function LayoutMenu({ layout }: { layout: Layout }) {
  const open = useLayoutAction();
  const denied = useWhyNot('workflows:write');
  return (
    <ActionsMenu name={layout.name} denied={denied}>
      <MenuAction icon={Pencil} reason={denied} onSelect={() => open('rename', layout)}>
        Rename…
      </MenuAction>
      <MenuAction icon={CopyPlus} reason={denied} onSelect={() => open('duplicate', layout)}>
        Duplicate…
      </MenuAction>
      <MenuAction
        icon={Star}
        reason={denied ?? (layout.isDefault ? 'It is the default layout.' : undefined)}
        onSelect={() => open('setDefault', layout)}
      >
        Make default…
      </MenuAction>
      <DropdownMenuSeparator />
      <MenuAction icon={Trash2} reason={denied} onSelect={() => open('delete', layout)}>
        Delete…
      </MenuAction>
    </ActionsMenu>
  );
}
