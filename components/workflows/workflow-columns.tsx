import { TriangleAlert } from 'lucide-react';
import { StepIcons } from '#components/status/step-types.tsx';
import { WorkflowStatusBadge } from '#components/status/workflow-status.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { issuesOf } from '#lib/workflows/issues.ts';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';

const column = columnHelper<WorkflowListItem>();

export const workflowColumns = column.columns([
  column.accessor('name', {
    header: 'Workflow',
    meta: { from: 'phone' },
    cell: ({ row }) => <NameCell workflow={row.original} />,
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { from: 'phone', width: '116px' },
    cell: ({ row }) => <WorkflowStatusBadge status={row.original.status} />,
  }),
  column.display({
    id: 'issues',
    header: 'Issues',
    meta: { width: '76px', from: 'desk' },
    cell: ({ row }) => <IssuesCell workflow={row.original} />,
  }),
  column.display({
    id: 'steps',
    header: 'Steps',
    meta: { width: '210px', from: 'desk' },
    cell: ({ row }) => <Steps workflow={row.original} />,
  }),
  column.accessor('lastTriggeredAt', {
    header: 'Triggered',
    sortDescFirst: true,
    meta: { width: '106px', align: 'end', from: 'wide' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    sortDescFirst: true,
    meta: { width: '100px', align: 'end' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
]);

function NameCell({ workflow }: { workflow: WorkflowListItem }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Truncate value={workflow.name} className="max-w-full shrink-0 font-medium sm:max-w-[62%]" />
      <Truncate value={workflow.workflowId} mono className="text-faint max-sm:hidden" />
    </span>
  );
}

function IssuesCell({ workflow }: { workflow: WorkflowListItem }) {
  const issues = workflow.steps.flatMap(issuesOf);
  if (issues.length === 0) return <Missing label="No issues" />;
  const grave = issues.some(({ kind }) => kind === 'control');
  return (
    <span
      className={`inline-flex items-center gap-1.5 ${grave ? 'text-bad' : 'text-warn'}`}
      data-tip={issues[0]?.message}
    >
      <TriangleAlert aria-hidden className="size-4" />
      {issues.length}
    </span>
  );
}

function Steps({ workflow }: { workflow: WorkflowListItem }) {
  if (workflow.steps.length === 0) return <span className="text-faint">No steps</span>;
  const steps = workflow.steps.map((step) => {
    const [first] = issuesOf(step);
    return {
      type: step.type,
      ...(first && { tone: first.kind === 'control' ? ('bad' as const) : ('warn' as const), note: first.message }),
    };
  });
  return <StepIcons steps={steps} />;
}

/** Steps and the first issue under the name, on phones. */
export function WorkflowSecondLine({ workflow }: { workflow: WorkflowListItem }) {
  const issues = workflow.steps.flatMap(issuesOf).length;
  return (
    <>
      <Steps workflow={workflow} />
      {issues > 0 && <span className="text-bad">{issues === 1 ? '1 issue' : `${issues} issues`}</span>}
    </>
  );
}
