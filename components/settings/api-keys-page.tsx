'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { PageAction } from '#components/layout/page-action.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { apiKeyQueries } from '#lib/api-keys/client.ts';
import { ApiKeySecondLine, apiKeyColumns } from './api-key-columns.tsx';
import { CallExample } from './call-example.tsx';
import { SettingsPage } from './settings-page.tsx';
import { SigningSecret } from './signing-secret.tsx';

const CreateApiKeyDialog = dynamic(
  () => import('./create-api-key-dialog.tsx').then((module) => module.CreateApiKeyDialog),
  { ssr: false },
);

/** The API keys of the environment, an example of a call, and the signing secret of the environment's own requests. */
export function ApiKeysPage() {
  const environment = useEnvironment();
  const keys = useQuery(apiKeyQueries.list(environment.id));
  const denied = useWhyNot('api-keys:write');
  const [creating, setCreating] = useState(false);
  const create = { disabledReason: denied, onClick: () => setCreating(true) };
  return (
    <SettingsPage
      title="API keys"
      intro={
        <>
          Your code calls <strong className="font-medium text-fg">{environment.name}</strong> with these keys. Rotate a
          key to replace it without downtime.
        </>
      }
      actions={<PageAction icon={Plus} label="Create key" variant="primary" {...create} />}
    >
      <DataTable
        label="API keys"
        columns={apiKeyColumns}
        query={keys}
        rows={keys.data}
        rowId={(key) => key._id}
        secondLine={(key) => <ApiKeySecondLine apiKey={key} />}
        skeletonRows={3}
        empty={
          <EmptyState
            icon={KeyRound}
            title={`No API key in ${environment.name}`}
            action={
              <Button variant="primary" {...create}>
                <Plus aria-hidden />
                Create the first key
              </Button>
            }
          >
            Without a key, your code cannot call this environment.
          </EmptyState>
        }
      />
      {keys.data && <CallExample />}
      {keys.data && <SigningSecret />}
      <CreateApiKeyDialog open={creating} onOpenChange={setCreating} />
    </SettingsPage>
  );
}
