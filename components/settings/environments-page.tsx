'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { PageAction } from '#components/layout/page-action.tsx';
import { ProductionBadge } from '#components/layout/production-badge.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Code } from '#components/ui/code.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { environmentQueries } from '#lib/environments/client.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { EnvironmentMenu } from './environment-menu.tsx';
import { LastRun, UsageCount, UsageLine } from './environment-usage.tsx';
import { SettingsPage } from './settings-page.tsx';

const NewEnvironmentDialog = dynamic(
  () => import('./environment-dialogs.tsx').then((module) => module.NewEnvironmentDialog),
  { ssr: false },
);

const column = columnHelper<Environment>();

const count = (id: 'workflows' | 'integrations' | 'subscribers', header: string) =>
  column.display({
    id,
    header,
    meta: { from: 'desk', width: '11%', align: 'end' },
    cell: ({ row }) => <UsageCount environmentId={row.original._id} of={id} />,
  });

const columns = column.columns([
  column.accessor('name', {
    header: 'Environment',
    meta: { from: 'phone' },
    cell: ({ row }) => <Name environment={row.original} />,
  }),
  column.accessor('slug', {
    header: 'Address',
    meta: { from: 'wide' },
    cell: ({ getValue }) => <Truncate value={`/${getValue()}`} mono className="text-muted" />,
  }),
  count('workflows', 'Workflows'),
  count('integrations', 'Integrations'),
  count('subscribers', 'Subscribers'),
  column.display({
    id: 'lastRun',
    header: 'Last run',
    meta: { from: 'desk', width: '120px', align: 'end' },
    cell: ({ row }) => <LastRun environmentId={row.original._id} />,
  }),
  column.display({
    id: 'act',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: '56px', align: 'end' },
    cell: ({ row }) => <EnvironmentMenu environment={row.original} />,
  }),
]);

export function EnvironmentsPage() {
  const environments = useQuery(environmentQueries.list());
  const denied = useWhyNot('environments:write');
  const [creating, setCreating] = useState(false);
  const hasCreated = useOpened(creating);
  return (
    <SettingsPage
      title="Environments"
      intro="Each environment has its own subscribers, workflows, integrations and keys. Environments share none of these."
      actions={
        <PageAction
          icon={Plus}
          label="New environment"
          variant="primary"
          disabledReason={denied}
          onClick={() => setCreating(true)}
        />
      }
    >
      <DataTable
        label="Environments"
        columns={columns}
        query={environments}
        rows={environments.data}
        rowId={(environment) => environment._id}
        secondLine={(environment) => <SecondLine environment={environment} />}
        skeletonRows={2}
        empty={null}
      />
      {hasCreated && <NewEnvironmentDialog open={creating} onOpenChange={setCreating} />}
    </SettingsPage>
  );
}

function Name({ environment }: { environment: Environment }) {
  const { id } = useEnvironment();
  const { _id, name, slug } = environment;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <EnvironmentDot environment={environment} />
      <Link
        href={`/${slug}/activity`}
        prefetch={false}
        className="touch-area flex min-w-0 rounded-sm font-medium hover:underline"
      >
        <Truncate value={name} />
      </Link>
      <ProductionBadge environment={environment} />
      {_id === id && <span className="shrink-0 text-xs text-faint max-sm:sr-only">You are here</span>}
    </span>
  );
}

/** The values of the hidden columns, for phones. */
function SecondLine({ environment: { _id, slug } }: { environment: Environment }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5 text-xs">
      <Code className="truncate">/{slug}</Code>
      <UsageLine environmentId={_id} />
    </span>
  );
}
