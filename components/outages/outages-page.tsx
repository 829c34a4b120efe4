'use client';

import { CircleCheck } from 'lucide-react';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ListedOutageSecondLine, listedOutageColumns } from './listed-outage-columns.tsx';
import { type ListedOutage, useListedOutages } from './listed-outages.ts';
import { outageAddress } from './outage-address.ts';

/** The outages of the integrations in the last 30 days. */
export function OutagesPage() {
  const { name, base } = useEnvironment();
  const { query, outages } = useListedOutages();
  return (
    <PageFrame title="Outages" crumbs={[{ label: 'Integrations', href: `${base}/integrations` }]}>
      <p className="page-x pt-4 pb-2 text-pretty text-muted">
        The times of the last 30 days at which a provider could not be reached, up to 20 for each integration.
      </p>
      <div className="md:px-3">
        <DataTable
          label="Outages"
          columns={listedOutageColumns}
          query={query}
          rows={outages}
          rowId={({ integrationId, openedAt }) => `${integrationId} ${openedAt}`}
          rowLabel={(outage: ListedOutage) => `Outage of ${outage.name}`}
          href={(outage) => outageAddress(base, outage)}
          secondLine={(outage) => <ListedOutageSecondLine outage={outage} />}
          skeletonRows={4}
          empty={
            <EmptyState icon={CircleCheck} title="No outage in 30 days">
              Every provider of {name} responded. While one does not, its messages wait, and the outage is listed here.
            </EmptyState>
          }
        />
      </div>
    </PageFrame>
  );
}
