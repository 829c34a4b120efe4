'use client';

import { useQuery } from '@tanstack/react-query';
import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { environmentQueries } from '#lib/environments/client.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { SettingsPage } from './settings-page.tsx';
import { SigningSecret } from './signing-secret.tsx';

const column = columnHelper<Environment>();

const columns = column.columns([
  column.accessor('name', {
    header: 'Environment',
    enableSorting: false,
    meta: { from: 'phone' },
    cell: ({ row }) => <Name environment={row.original} />,
  }),
  column.accessor('type', {
    header: 'Kind',
    enableSorting: false,
    meta: { from: 'phone', width: '120px' },
    cell: ({ getValue }) =>
      getValue() === 'prod' ? <Badge tone="warn">Production</Badge> : <Badge tone="info">Development</Badge>,
  }),
  column.accessor('slug', {
    header: 'Address',
    enableSorting: false,
    meta: { width: '180px' },
    cell: ({ getValue }) => <Truncate value={`/${getValue()}`} mono className="text-muted" />,
  }),
  column.accessor('_id', {
    header: 'Id',
    enableSorting: false,
    meta: { width: '250px', from: 'desk' },
    cell: ({ getValue }) => (
      <span className="flex items-center gap-1">
        <Truncate value={getValue()} mono className="text-muted" />
        <CopyButton value={getValue()} what="environment id" />
      </span>
    ),
  }),
]);

export function EnvironmentsPage() {
  const environments = useQuery(environmentQueries.list());
  return (
    <SettingsPage
      title="Environments"
      intro="Each environment has its own subscribers, workflows, integrations and keys; nothing crosses over. Messages of a production environment reach real people."
    >
      <DataTable
        label="Environments"
        columns={columns}
        query={environments}
        rows={environments.data}
        rowId={(environment) => environment._id}
        href={(environment) => `/${environment.slug}/activity`}
        secondLine={(environment) => <span className="font-mono text-xs">/{environment.slug}</span>}
        skeletonRows={2}
        empty={null}
      />
      <SigningSecret />
    </SettingsPage>
  );
}

function Name({ environment }: { environment: Environment }) {
  const { id } = useEnvironment();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <EnvironmentDot environment={environment} />
      <Truncate value={environment.name} className="font-medium" />
      {environment._id === id && <Badge>You are here</Badge>}
    </span>
  );
}
