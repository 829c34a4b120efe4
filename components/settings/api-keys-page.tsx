'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { PageAction } from '#components/layout/page-action.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Code } from '#components/ui/code.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { apiKeyMutations, apiKeyQueries } from '#lib/api-keys/client.ts';
import type { ApiKey } from '#lib/api-keys/schema.ts';
import { CallExample } from './call-example.tsx';
import { SettingsPage } from './settings-page.tsx';

const CreateApiKeyDialog = dynamic(
  () => import('./create-api-key-dialog.tsx').then((module) => module.CreateApiKeyDialog),
  { ssr: false },
);

const column = columnHelper<ApiKey>();

const columns = column.columns([
  column.accessor('name', {
    header: 'Key',
    enableSorting: false,
    meta: { from: 'phone' },
    cell: ({ row: { original } }) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <Truncate value={original.name} className="font-medium" />
        <Code className="text-faint max-sm:hidden">{original.hint}</Code>
        {original.canPublish && (
          <Badge data-tip="It can copy workflows into your other environments">May publish</Badge>
        )}
      </span>
    ),
  }),
  column.accessor('createdBy', {
    header: 'Created by',
    enableSorting: false,
    meta: { width: '24%', from: 'desk' },
    cell: ({ getValue }) => <Truncate value={getValue() ?? 'Installation'} className="text-muted" />,
  }),
  column.accessor('createdAt', {
    header: 'Created',
    enableSorting: false,
    meta: { width: '120px', from: 'desk' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} focusable className="text-muted" />,
  }),
  column.accessor('lastUsedAt', {
    header: 'Last used',
    enableSorting: false,
    meta: { width: '120px' },
    cell: ({ getValue }) =>
      getValue() ? (
        <RelativeTime value={getValue()} focusable className="text-muted" />
      ) : (
        <span className="text-faint">Never</span>
      ),
  }),
  column.display({
    id: 'act',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: '96px', align: 'end' },
    cell: ({ row }) => <Revoke apiKey={row.original} />,
  }),
]);

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
          Keys of <strong className="font-medium text-fg">{environment.name}</strong>, with which your code calls it.
          You can have several active keys, and rotate them without downtime.
        </>
      }
      actions={<PageAction icon={Plus} label="Create key" variant="primary" {...create} />}
    >
      <DataTable
        label="API keys"
        columns={columns}
        query={keys}
        rows={keys.data}
        rowId={(key) => key._id}
        secondLine={(key) => <SecondLine apiKey={key} />}
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
            Without one, your code cannot call this environment.
          </EmptyState>
        }
      />
      {keys.data && <CallExample />}
      <CreateApiKeyDialog open={creating} onOpenChange={setCreating} />
    </SettingsPage>
  );
}

/** The values of the hidden columns, for phones. */
function SecondLine({ apiKey: { hint, createdBy, createdAt, lastUsedAt } }: { apiKey: ApiKey }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5 text-xs">
      <span className="truncate">
        <Code>{hint}</Code> · {lastUsedAt ? 'last used ' : 'never used'}
        {lastUsedAt && <RelativeTime value={lastUsedAt} />}
      </span>
      <span className="truncate text-faint">
        Created <RelativeTime value={createdAt} /> by {createdBy ?? 'the installation'}
      </span>
    </span>
  );
}

function Revoke({ apiKey }: { apiKey: ApiKey }) {
  const environment = useEnvironment();
  const denied = useWhyNot('api-keys:write');
  const revoke = useMutation(apiKeyMutations.revoke(environment.id));
  const ask = () =>
    void confirm({
      title: `Revoke ${apiKey.name}?`,
      body: `Calls to ${environment.name} with the key ${apiKey.hint} fail from now on. This cannot be undone.`,
      action: 'Revoke key',
      danger: true,
      run: () => revoke.mutateAsync(apiKey._id),
    });
  return (
    <Button
      size="sm"
      variant="danger-outline"
      aria-label={`Revoke ${apiKey.name}`}
      disabledReason={denied}
      onClick={ask}
    >
      Revoke
    </Button>
  );
}
