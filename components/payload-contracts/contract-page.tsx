'use client';

import { useQuery } from '@tanstack/react-query';
import { Braces } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { UnknownRecord } from '#components/layout/unknown-record.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { failure } from '#components/table/read-error.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { contractQueries } from '#lib/payload-contracts/client.ts';
import type { PayloadContract } from '#lib/payload-contracts/schema.ts';
import { contractColumns, VariableSecondLine, withFindings } from './contract-columns.tsx';
import { ContractFilter } from './contract-filter.tsx';
import { SampleText } from './sample-text.tsx';
import { parseKind } from './variable-findings.ts';

/** The variables that a workflow reads, and the variables that its triggers send. */
export function ContractPage({ workflowId }: { workflowId: string }) {
  const { id, base } = useEnvironment();
  const contract = useQuery(contractQueries.one(id, workflowId));
  const place = `/workflows/${encodeURIComponent(workflowId)}`;
  const { data, error } = contract;
  return (
    <PageFrame
      title="Payload contract"
      crumbs={[{ label: data?.workflow.name ?? workflowId, href: `${base}${place}` }]}
    >
      {data ? (
        <Contract contract={data} />
      ) : error?.statusCode === 404 ? (
        <UnknownRecord noun="workflow" id={workflowId} path={place} />
      ) : error ? (
        <ErrorState
          title="The payload contract could not be loaded"
          {...failure(error)}
          onRetry={() => void contract.refetch()}
        />
      ) : (
        <div role="status" className="flex flex-col gap-6 p-6">
          <span className="sr-only">Loading</span>
          <Skeleton className="w-72" />
          <Skeleton className="h-72 w-full" />
        </div>
      )}
    </PageFrame>
  );
}

const settled = {
  isPending: false,
  isFetching: false,
  isPlaceholderData: false,
  error: null,
  refetch: () => undefined,
};

function Contract({ contract }: { contract: PayloadContract }) {
  const [kind, setKind] = useQueryState('show', parseKind);
  const all = withFindings(contract);
  const rows = kind ? all.filter(({ findings }) => findings.some((finding) => finding.kind === kind)) : all;
  return (
    <>
      <div className="flex flex-col gap-2 page-x pt-4 pb-1">
        <SampleText contract={contract} />
        {all.length > 0 && <ContractFilter rows={all} kind={kind} onChange={(next) => void setKind(next)} />}
      </div>
      <div className="md:px-3">
        <DataTable
          label="Variables"
          columns={contractColumns}
          query={settled}
          rows={rows}
          rowId={({ path }) => path}
          secondLine={(row) => <VariableSecondLine row={row} />}
          empty={
            <EmptyState icon={Braces} title={kind ? 'No such variable' : 'No variables'}>
              {kind ? 'Choose another filter above.' : 'No step reads the payload, and no trigger has sent one.'}
            </EmptyState>
          }
          footer={
            contract.isCut && <p className="list-x py-3 text-xs text-faint">Only the first variables are listed.</p>
          }
        />
      </div>
    </>
  );
}
