'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { isProduction } from '#components/layout/is-production.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { columnHelper } from '#components/table/features.ts';
import { buttonClass } from '#components/ui/button-class.ts';
import { Code } from '#components/ui/code.tsx';
import { Copied } from '#components/ui/copied.tsx';
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
    meta: { from: 'phone', width: '30%' },
    cell: ({ row }) => <Name environment={row.original} />,
  }),
  column.accessor('slug', {
    header: 'Address',
    enableSorting: false,
    meta: { width: '22%' },
    cell: ({ getValue }) => <Truncate value={`/${getValue()}`} mono className="text-muted" />,
  }),
  column.accessor('_id', {
    header: 'Id',
    enableSorting: false,
    meta: { from: 'desk' },
    cell: ({ getValue }) => <Copied value={getValue()} what="environment id" mono />,
  }),
  column.display({
    id: 'act',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: 'clamp(104px, 28vw, 128px)', align: 'end' },
    cell: ({ row }) => <Switch environment={row.original} />,
  }),
]);

export function EnvironmentsPage() {
  const environments = useQuery(environmentQueries.list());
  return (
    <SettingsPage
      title="Environments"
      intro="Each environment has its own subscribers, workflows, integrations and keys; nothing crosses over."
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
      {environments.data && <SigningSecret />}
    </SettingsPage>
  );
}

function Name({ environment }: { environment: Environment }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <EnvironmentDot environment={environment} />
      <Truncate value={environment.name} className="font-medium" />
      {isProduction(environment) && <span className="shrink-0 text-xs text-warn">reaches real people</span>}
    </span>
  );
}

/** The slug and the ID, for phones. */
function SecondLine({ environment: { _id, slug } }: { environment: Environment }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      <Code className="truncate">/{slug}</Code>
      <Copied value={_id} what="environment id" mono />
    </span>
  );
}

function Switch({ environment }: { environment: Environment }) {
  const { id } = useEnvironment();
  const { _id, name, slug } = environment;
  if (_id === id) return <span className="text-xs text-faint">You are here</span>;
  return (
    <Link
      href={`/${slug}/activity`}
      prefetch={false}
      aria-label={`Switch to ${name}`}
      className={buttonClass({
        size: 'sm',
        ...(isProduction(environment) && { className: 'border-warn text-warn hover:bg-warn-soft' }),
      })}
    >
      Switch
    </Link>
  );
}
