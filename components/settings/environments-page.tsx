'use client';

import { useQuery } from '@tanstack/react-query';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { environmentQueries } from '#lib/environments/client.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { SigningSecret } from './signing-secret.tsx';

const column = columnHelper<Environment>();

const columns = column.columns([
  column.accessor('name', {
    header: 'Environment',
    enableSorting: false,
    meta: { from: 'phone' },
    cell: ({ getValue }) => <Truncate value={getValue()} className="font-medium" />,
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
    <PageFrame title="Environments">
      <div className="max-w-4xl py-3 md:px-3">
        <p className="px-3 pb-3 text-muted">
          Each environment has its own subscribers, workflows, integrations and keys; nothing crosses over.
        </p>
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
      </div>
    </PageFrame>
  );
}
