'use client';

import { CopyPlus, Pencil, Rocket, Star, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { confirmLeave } from '#components/layout/leave-guard.ts';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { publishAddress } from '#components/publishing/publish-address.ts';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
import { DropdownMenuSeparator } from '#components/ui/dropdown-menu.tsx';
import { MenuAction } from '#components/ui/menu-action.tsx';
import type { Layout } from '#lib/layouts/schema.ts';
import { useLayoutAction } from './layout-action.ts';

/** The actions on a layout as a whole. */
export function LayoutMenu({ layout }: { layout: Layout }) {
  const open = useLayoutAction();
  const denied = useWhyNot('workflows:write');
  const alone = useSession().environments.length < 2;
  const { base } = useEnvironment();
  const router = useRouter();
  const publish = async () =>
    (await confirmLeave()) && router.push(publishAddress(base, { layouts: [layout.layoutId] }));
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
      <MenuAction
        icon={Rocket}
        reason={denied ?? (alone ? 'There is no other environment' : undefined)}
        onSelect={() => void publish()}
      >
        Publish…
      </MenuAction>
      <DropdownMenuSeparator />
      <MenuAction icon={Trash2} reason={denied} onSelect={() => open('delete', layout)}>
        Delete…
      </MenuAction>
    </ActionsMenu>
  );
}
