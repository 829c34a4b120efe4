'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
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
        <Code className="text-faint">{original.hint}</Code>
        {original.canPublish && (
          <Badge tone="warn" data-tip="It can copy workflows into your other environments">
            May publish
          </Badge>
        )}
      </span>
    ),
  }),
  column.accessor('createdBy', {
    header: 'Created by',
    enableSorting: false,
    meta: { width: '200px', from: 'desk' },
    cell: ({ getValue }) => <Truncate value={getValue()} className="text-muted" />,
  }),
  column.accessor('createdAt', {
    header: 'Created',
    enableSorting: false,
    meta: { width: '110px', from: 'desk' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
  column.accessor('lastUsedAt', {
    header: 'Last used',
    enableSorting: false,
    meta: { width: '110px' },
    cell: ({ getValue }) => {
      const at = getValue();
      return at ? <RelativeTime value={at} className="text-muted" /> : <span className="text-faint">Never</span>;
    },
  }),
  column.display({
    id: 'act',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: '90px', align: 'end' },
    cell: ({ row }) => <Revoke apiKey={row.original} />,
  }),
]);

export function ApiKeysPage() {
  const environment = useEnvironment();
  const keys = useQuery(apiKeyQueries.list(environment.id));
  const denied = useWhyNot('api-keys:write');
  const [creating, setCreating] = useState(false);
  return (
    <PageFrame
      title="API keys"
      actions={
        <Button size="sm" variant="primary" disabledReason={denied} onClick={() => setCreating(true)}>
          <Plus aria-hidden />
          Create key
        </Button>
      }
    >
      <div className="max-w-5xl py-3 md:px-3">
        <p className="px-3 pb-3 text-muted">
          Keys of <strong className="font-medium text-fg">{environment.name}</strong>. Your code sends one as{' '}
          <Code>Authorization: ApiKey …</Code>. Several are valid at once, so one can be replaced without a pause.
        </p>
        <DataTable
          label="API keys"
          columns={columns}
          query={keys}
          rows={keys.data}
          rowId={(key) => key._id}
          secondLine={({ lastUsedAt }) =>
            lastUsedAt ? (
              <span>
                used <RelativeTime value={lastUsedAt} />
              </span>
            ) : (
              'never used'
            )
          }
          skeletonRows={3}
          empty={
            <EmptyState icon={KeyRound} title={`No API key in ${environment.name}`}>
              Without one, your code cannot call this environment.
            </EmptyState>
          }
        />
      </div>
      <CreateApiKeyDialog open={creating} onOpenChange={setCreating} />
    </PageFrame>
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
    <Button size="sm" variant="ghost" disabledReason={denied} onClick={ask}>
      Revoke
    </Button>
  );
}
