import { useMutation } from '@tanstack/react-query';
import { Ban, Pencil, RefreshCw } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
import { DropdownMenuSeparator } from '#components/ui/dropdown-menu.tsx';
import { MenuAction } from '#components/ui/menu-action.tsx';
import { useNow } from '#components/ui/relative-time.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { apiKeyMutations } from '#lib/api-keys/client.ts';
import type { ApiKey } from '#lib/api-keys/schema.ts';
import { ApiKeyUse } from './api-key-use.tsx';

const RotateApiKeyDialog = dynamic(
  () => import('./rotate-api-key-dialog.tsx').then((module) => module.RotateApiKeyDialog),
  { ssr: false },
);

const RenameApiKeyDialog = dynamic(
  () => import('./rename-api-key-dialog.tsx').then((module) => module.RenameApiKeyDialog),
  { ssr: false },
);

/** The actions on an API key. */
export function ApiKeyMenu({ apiKey }: { apiKey: ApiKey }) {
  const environment = useEnvironment();
  const denied = useWhyNot('api-keys:write');
  const notRotatable = useWhyNotRotate(apiKey);
  const revoke = useMutation(apiKeyMutations.revoke(environment.id));
  const [rotating, setRotating] = useState(false);
  const hasRotated = useOpened(rotating);
  const [renaming, setRenaming] = useState(false);
  const hasRenamed = useOpened(renaming);
  const ask = () =>
    void confirm({
      title: `Revoke ${apiKey.name}?`,
      body: (
        <>
          <ApiKeyUse apiKey={apiKey} /> Calls to {environment.name} with the key {apiKey.hint} fail from now on. This
          cannot be undone.
        </>
      ),
      action: 'Revoke key',
      danger: true,
      run: () => revoke.mutateAsync(apiKey._id),
    });
  return (
    <>
      <ActionsMenu name={apiKey.name} denied={denied}>
        <MenuAction icon={Pencil} reason={denied} onSelect={() => setRenaming(true)}>
          Rename…
        </MenuAction>
        <MenuAction icon={RefreshCw} reason={denied ?? notRotatable} onSelect={() => setRotating(true)}>
          Rotate…
        </MenuAction>
        <DropdownMenuSeparator />
        <MenuAction icon={Ban} reason={denied} onSelect={ask}>
          Revoke…
        </MenuAction>
      </ActionsMenu>
      {hasRenamed && <RenameApiKeyDialog apiKey={apiKey} open={renaming} onOpenChange={setRenaming} />}
      {hasRotated && <RotateApiKeyDialog apiKey={apiKey} open={rotating} onOpenChange={setRotating} />}
    </>
  );
}

function useWhyNotRotate({ replacedBy, expiresAt }: ApiKey): string | undefined {
  const now = useNow();
  if (replacedBy) return 'A newer key already replaces this key';
  return expiresAt && Date.parse(expiresAt) <= now ? 'The key has ended. Create a new key' : undefined;
}
