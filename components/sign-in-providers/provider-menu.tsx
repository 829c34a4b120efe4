'use client';

import { useMutation } from '@tanstack/react-query';
import { Pencil, Power, PowerOff, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
import { DropdownMenuSeparator } from '#components/ui/dropdown-menu.tsx';
import { MenuAction } from '#components/ui/menu-action.tsx';
import { notify } from '#components/ui/notify.ts';
import { useOpened } from '#components/ui/use-opened.ts';
import { signInProviderMutations } from '#lib/sign-in-providers/client.ts';
import type { SignInProvider } from '#lib/sign-in-providers/schema.ts';
import { counted } from '#lib/text/counted.ts';

const ProviderDialog = dynamic(() => import('./provider-dialog.tsx').then((module) => module.ProviderDialog), {
  ssr: false,
});

interface Props {
  provider: SignInProvider;
  redirectUrl: string;
}

/** The actions on a sign-in provider. */
export function ProviderMenu({ provider, redirectUrl }: Props) {
  const { _id: id, name, active, members } = provider;
  const update = useMutation(signInProviderMutations.update());
  const enable = useMutation({
    ...signInProviderMutations.update(),
    onSuccess: () => notify.done(`${name} is on the sign-in page`),
    onError: (error) => notify.failed(`${name} was not turned on`, { description: problemOf(error) }),
  });
  const remove = useMutation(signInProviderMutations.remove());
  const [editing, setEditing] = useState(false);
  const hasEdited = useOpened(editing);
  const users =
    members === 0
      ? 'No member has signed in through the provider.'
      : `${counted(members, 'member')} signed in through the provider.`;
  const turnOn = () => enable.mutate({ id, active: true });
  const turnOff = async () => {
    const run = () => update.mutateAsync({ id, active: false });
    const body = `${users} Their sessions through ${name} end now, and they sign in another way. The settings of the provider stay.`;
    if (await confirm({ title: `Turn off ${name}?`, body, action: 'Turn off provider', run }))
      notify.done(`${name} is off`);
  };
  const ask = async () => {
    const run = () => remove.mutateAsync(id);
    const body = `${users} Their sessions through ${name} end now. The members stay, and sign in another way.`;
    if (await confirm({ title: `Delete ${name}?`, body, action: 'Delete provider', danger: true, run }))
      notify.done(`${name} was deleted`);
  };
  return (
    <>
      <ActionsMenu name={name} denied={undefined}>
        <MenuAction icon={Pencil} onSelect={() => setEditing(true)}>
          Edit…
        </MenuAction>
        <MenuAction icon={active ? PowerOff : Power} onSelect={() => void (active ? turnOff() : turnOn())}>
          {active ? 'Turn off…' : 'Turn on'}
        </MenuAction>
        <DropdownMenuSeparator />
        <MenuAction icon={Trash2} onSelect={() => void ask()}>
          Delete…
        </MenuAction>
      </ActionsMenu>
      {hasEdited && <ProviderDialog {...{ provider, redirectUrl }} open={editing} onOpenChange={setEditing} />}
    </>
  );
}

function problemOf(error: Error): string {
  const { errors } = error as { errors?: Record<string, { messages: string[] }> };
  return Object.values(errors ?? {})[0]?.messages[0] ?? error.message;
}
