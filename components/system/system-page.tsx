'use client';

import { useQuery } from '@tanstack/react-query';
import { RefreshButton } from '#components/layout/refresh-button.tsx';
import { SettingsPage } from '#components/settings/settings-page.tsx';
import { failure } from '#components/table/read-error.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { systemQueries } from '#lib/system/client.ts';
import type { SystemReport } from '#lib/system/schema.ts';
import { Outages, Queue, RequestErrors, Workers } from './delivery-sections.tsx';
import { Findings } from './findings.tsx';
import { History, Tables, Versions } from './installation-sections.tsx';
import { StartDelays } from './start-delays.tsx';
import { Summary } from './summary.tsx';

const POLL_MS = 5_000;

/** The state of the installation, for owners and admins. `npm run doctor` prints the same. */
export function SystemPage() {
  const report = useQuery({ ...systemQueries.report(), refetchInterval: POLL_MS });
  const { data, error } = report;
  return (
    <SettingsPage
      title="System"
      intro={
        <>
          The state of workers, queue and database, refreshed every 5 seconds. On the server,{' '}
          <code className="font-mono text-xs whitespace-nowrap">npm run doctor</code> prints the same.
        </>
      }
      actions={<RefreshButton refreshing={report.isFetching} onRefresh={() => void report.refetch()} />}
    >
      {data ? (
        <Report report={data} isOld={error !== null} />
      ) : error ? (
        <ErrorState title="The state could not be loaded" {...failure(error)} onRetry={() => void report.refetch()} />
      ) : (
        <Waiting />
      )}
    </SettingsPage>
  );
}

function Report({ report, isOld }: { report: SystemReport; isOld: boolean }) {
  return (
    <>
      <Findings report={report} isOld={isOld} />
      <Summary report={report} />
      <Workers report={report} />
      <Queue report={report} />
      <StartDelays delays={report.delays} />
      <Outages report={report} />
      <RequestErrors report={report} />
      <Tables report={report} />
      <History report={report} />
      <Versions report={report} />
    </>
  );
}

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-3 list-x">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-14 rounded-lg" />
      <Skeleton className="h-20 rounded-lg" />
    </div>
  );
}
