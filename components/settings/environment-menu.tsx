'use client';

import { ArrowRight, Hash, Pencil, Rocket, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { confirmLeave } from '#components/layout/leave-guard.ts';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { publishAddress } from '#components/publishing/publish-address.ts';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
import { copyAndNotify } from '#components/ui/copy-button.tsx';
import { DropdownMenuSeparator } from '#components/ui/dropdown-menu.tsx';
import { MenuAction } from '#components/ui/menu-action.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { useDeleteEnvironment } from './use-delete-environment.tsx';

const EditEnvironmentDialog = dynamic(
  () => import('./environment-dialogs.tsx').then((module) => module.EditEnvironmentDialog),
  { ssr: false },
);

/** The actions on an environment. */
export function EnvironmentMenu({ environment }: { environment: Environment }) {
  const router = useRouter();
  const denied = useWhyNot('environments:write');
  const deletion = useDeleteEnvironment(environment);
  const [editing, setEditing] = useState(false);
  const hasEdited = useOpened(editing);
  const here = useEnvironment();
  const alone = useSession().environments.length < 2 ? 'There is no other environment' : undefined;
  const open = (address: string) => void confirmLeave().then((may) => may && router.push(address));
  return (
    <>
      <ActionsMenu name={environment.name} denied={denied}>
        <MenuAction icon={ArrowRight} onSelect={() => open(`/${environment.slug}/activity`)}>
          Open
        </MenuAction>
        <MenuAction icon={Rocket} reason={alone} onSelect={() => open(`/${environment.slug}/publish`)}>
          Publish from this environment…
        </MenuAction>
        {environment._id !== here.id && (
          <MenuAction icon={Rocket} onSelect={() => open(publishAddress(here.base, { target: environment.slug }))}>
            Publish to this environment…
          </MenuAction>
        )}
        <MenuAction icon={Pencil} reason={denied} onSelect={() => setEditing(true)}>
          Rename and colour…
        </MenuAction>
        <MenuAction icon={Hash} onSelect={() => void copyAndNotify('ID', environment._id)}>
          Copy ID
        </MenuAction>
        <DropdownMenuSeparator />
        <MenuAction icon={Trash2} reason={deletion.reason} onSelect={() => void deletion.ask()}>
          Delete…
        </MenuAction>
      </ActionsMenu>
      {hasEdited && <EditEnvironmentDialog environment={environment} open={editing} onOpenChange={setEditing} />}
    </>
  );
}
