'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { parseAsBoolean, useQueryState, useQueryStates } from 'nuqs';
import { PageAction } from '#components/layout/page-action.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { PublishLink } from '#components/publishing/publish-link.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { countedPage, NumberPager } from '#components/table/pager.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import { BulkBar } from './list/bulk-bar.tsx';
import { ListProvider } from './list/list-context.tsx';
import { NoWorkflows } from './list/no-workflows.tsx';
import { useListState } from './list/use-list-state.tsx';
import { WorkflowFilters } from './list/workflow-filters.tsx';
import {
  filterSummary,
  pageSize,
  sorts,
  type WorkflowsQuery,
  workflowsInput,
  workflowsParsers,
} from './list/workflows-query.ts';
import { WorkflowSecondLine, workflowColumns } from './workflow-columns.tsx';

/** This dialog is loaded when it first opens, because it includes the schemas of all step types. */
const NewWorkflowDialog = dynamic(
  () => import('./editor/new-workflow-dialog.tsx').then((module) => module.NewWorkflowDialog),
  { ssr: false },
);

export function WorkflowsPage() {
  const environment = useEnvironment();
  const [query, setQuery] = useQueryStates(workflowsParsers);
  const list = useQuery(workflowQueries.list(environment.id, workflowsInput(query)));
  const denied = useWhyNot('workflows:write');
  const [creating, setCreating] = useQueryState('new', parseAsBoolean.withDefault(false));
  const isCreating = useOpened(creating && denied === undefined);
  const { state, dialogs } = useListState(list.data?.workflows);
  const { sort, order, page } = query;
  const change = (next: Partial<WorkflowsQuery> | null) => void setQuery(next && { page: 0, ...next });
  return (
    <PageFrame
      title="Workflows"
      actions={
        <>
          <PublishLink />
          <PageAction
            icon={Plus}
            label="New workflow"
            variant="primary"
            disabledReason={denied}
            onClick={() => void setCreating(true)}
          />
        </>
      }
    >
      <WorkflowFilters query={query} onChange={change} />
      <ListProvider value={state}>
        <div className="md:px-3">
          <DataTable
            label="Workflows"
            columns={workflowColumns}
            query={list}
            rows={list.data?.workflows}
            rowId={(workflow) => workflow._id}
            href={(workflow) => workflowAddress(environment.base, workflow.workflowId)}
            nextToLink={({ workflowId }) => (
              <CopyButton
                value={workflowId}
                what="identifier"
                className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-sm:hidden pointer-coarse:hidden"
              />
            )}
            secondLine={(workflow) => <WorkflowSecondLine workflow={workflow} />}
            sort={{ id: sort, desc: order === 'DESC' }}
            onSort={({ id, desc }) =>
              change({ sort: sorts.find((name) => name === id) ?? 'updatedAt', order: desc ? 'DESC' : 'ASC' })
            }
            empty={
              <NoWorkflows
                filters={filterSummary(query)}
                onReset={() => change(null)}
                onCreate={() => void setCreating(true)}
              />
            }
            footer={
              <NumberPager
                page={list.data && countedPage(page, pageSize, list.data.workflows, list.data.totalCount)}
                noun={['workflow', 'workflows']}
                onMove={(next) => change({ page: next })}
              />
            }
          />
        </div>
        <BulkBar />
      </ListProvider>
      {dialogs}
      {isCreating && (
        <NewWorkflowDialog open={creating && denied === undefined} onOpenChange={(open) => setCreating(open || null)} />
      )}
    </PageFrame>
  );
}
