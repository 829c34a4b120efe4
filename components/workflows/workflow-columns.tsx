import { HighSeverityMark } from '#components/status/severity-mark.tsx';
import { WorkflowStatusBadge } from '#components/status/workflow-status.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { issuesOf } from '#lib/workflows/issues.ts';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';
import { RowMenu } from './list/row-menu.tsx';
import { SelectAll, SelectRow } from './list/selection.tsx';
import { StepsCell } from './list/steps-cell.tsx';

const column = columnHelper<WorkflowListItem>();

export const workflowColumns = column.columns([
  column.display({
    id: 'select',
    header: () => <SelectAll />,
    meta: { width: '36px', beforeLink: true },
    cell: ({ row }) => <SelectRow workflow={row.original} />,
  }),
  column.accessor('name', {
    header: 'Workflow',
    meta: { from: 'phone' },
    cell: ({ row }) => <NameCell workflow={row.original} />,
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { from: 'phone', width: '108px' },
    cell: ({ row }) => <StatusCell workflow={row.original} />,
  }),
  column.display({
    id: 'steps',
    header: 'Steps',
    meta: { width: '204px', from: 'desk' },
    cell: ({ row }) => <StepsCell workflow={row.original} />,
  }),
  column.display({
    id: 'tags',
    header: 'Tags',
    meta: { width: '132px', from: 'full' },
    cell: ({ row }) => <Tags tags={row.original.tags ?? []} />,
  }),
  column.accessor('lastTriggeredAt', {
    header: 'Triggered',
    sortDescFirst: true,
    meta: { width: '98px', align: 'end', from: 'wide' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    sortDescFirst: true,
    meta: { width: '92px', align: 'end' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: '48px', align: 'end' },
    cell: ({ row }) => <RowMenu workflow={row.original} />,
  }),
]);

/** How many issues there are, where they keep a workflow from being in order. */
function StatusCell({ workflow: { status, steps } }: { workflow: WorkflowListItem }) {
  const count = status === 'ERROR' ? steps.flatMap(issuesOf).length : undefined;
  return (
    <span className="flex max-sm:justify-end">
      <WorkflowStatusBadge status={status} issueCount={count} />
    </span>
  );
}

function NameCell({ workflow }: { workflow: WorkflowListItem }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Truncate value={workflow.name} className="max-w-full min-w-0 font-medium sm:max-w-[62%] sm:shrink-0" />
      <HighSeverityMark severity={workflow.severity} />
      <Truncate value={workflow.workflowId} mono className="text-faint max-sm:hidden" />
    </span>
  );
}

/** Shows as many tags as fit; the others are counted, and named in the tooltip. */
function Tags({ tags }: { tags: readonly string[] }) {
  const [first, ...rest] = tags;
  if (first === undefined) return <Missing />;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Badge className="min-w-0 shrink">
        <Truncate value={first} />
      </Badge>
      {rest.length > 0 && (
        <Badge className="shrink-0" data-tip={rest.join(', ')}>
          +{rest.length}
          <span className="sr-only">: {rest.join(', ')}</span>
        </Badge>
      )}
    </span>
  );
}

/** Shows the steps below the name, on phones. */
export function WorkflowSecondLine({ workflow }: { workflow: WorkflowListItem }) {
  return <StepsCell workflow={workflow} max={6} />;
}
