'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { senderName } from '#lib/integrations/sender-name.ts';
import { outageQueries } from '#lib/outages/client.ts';
import { ListedOutageSecondLine, listedOutageColumns } from './listed-outage-columns.tsx';
import { outageAddress } from './outage-address.ts';

/** The outages of the integrations in the last 30 days. */
export function OutagesPage() {
  const { id, name, base } = useEnvironment();
  const query = useQuery(outageQueries.recent(id));
  return (
    <PageFrame title="Outages" crumbs={[{ label: 'Integrations', href: `${base}/integrations` }]}>
      <p className="page-x pt-4 pb-2 text-pretty text-muted">
        The times of the last 30 days at which a provider could not be reached.
      </p>
      <div className="md:px-3">
        <DataTable
          label="Outages"
          columns={listedOutageColumns}
          query={query}
          rows={query.data}
          rowId={({ integration, openedAt }) => `${integration._id} ${openedAt}`}
          rowLabel={({ integration }) => `Outage of ${senderName(integration)}`}
          href={({ integration, openedAt }) => outageAddress(base, { integrationId: integration._id, openedAt })}
          secondLine={(outage) => <ListedOutageSecondLine outage={outage} />}
          skeletonRows={4}
          empty={
            <EmptyState icon={CircleCheck} title="No outage in 30 days">
              An outage of {name} begins after five attempts within 30 seconds to which a provider gives no response.
              Its messages then wait, and the outage is listed here.
            </EmptyState>
          }
        />
      </div>
    </PageFrame>
  );
}
