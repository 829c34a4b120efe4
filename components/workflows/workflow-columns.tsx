import { HighSeverityMark } from '#components/status/severity-mark.tsx';
import { WorkflowStatusBadge } from '#components/status/workflow-status.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/cn.ts';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { counted } from '#lib/text/counted.ts';
import { INBOX_TEST } from '#lib/workflows/inbox-test.ts';
import { issuesOf } from '#lib/workflows/issues.ts';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';
import { RowMenu } from './list/row-menu.tsx';
import { FailedRuns, RunsCell } from './list/runs-cell.tsx';
import { SelectAll, SelectRow } from './list/selection.tsx';
import { StepsCell } from './list/steps-cell.tsx';

const column = columnHelper<WorkflowListItem>();

/** The width in pixels of the column of steps, and of the paddings of a cell. */
const [STEPS_WIDTH, CELL_EDGES] = [204, 18];

/** The width in pixels for the steps on the narrowest phones, next to the menu. */
const PHONE_ROOM = 196;

export const workflowColumns = column.columns([
  column.display({
    id: 'select',
    header: () => <SelectAll />,
    meta: { width: '40px', beforeLink: true },
    cell: ({ row }) => <SelectRow workflow={row.original} />,
  }),
  column.accessor('name', {
    header: 'Workflow',
    meta: { sort: 'asc', from: 'phone' },
    cell: ({ row }) => <NameCell workflow={row.original} />,
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { from: 'phone', width: 'clamp(104px, 21vw, 164px)' },
    cell: ({ row }) => <StatusCell workflow={row.original} />,
  }),
  column.display({
    id: 'steps',
    header: 'Steps',
    meta: { width: `${STEPS_WIDTH}px` },
    cell: ({ row }) => <StepsCell workflow={row.original} room={STEPS_WIDTH - CELL_EDGES} />,
  }),
  column.display({
    id: 'tags',
    header: 'Tags',
    meta: { width: '196px', from: 'roomy' },
    cell: ({ row }) => <Tags tags={row.original.tags ?? []} />,
  }),
  column.display({
    id: 'runs',
    header: 'Runs in 7 days',
    meta: { width: '132px', align: 'end', from: 'full' },
    cell: ({ row }) => <RunsCell workflowId={row.original._id} />,
  }),
  column.accessor('lastTriggeredAt', {
    header: 'Triggered',
    meta: { sort: 'desc', width: '98px', align: 'end', from: 'wide' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    meta: { sort: 'desc', width: '92px', align: 'end' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: '48px', align: 'end' },
    cell: ({ row }) => <RowMenu workflow={row.original} />,
  }),
]);

/** The status and the number of issues of the steps. Active and inactive workflows can both have issues. */
function StatusCell({ workflow: { status, steps } }: { workflow: WorkflowListItem }) {
  const issues = steps.flatMap(issuesOf);
  const isGrave = issues.some(({ kind }) => kind === 'control');
  return (
    <span className="flex flex-wrap gap-1 max-sm:justify-end">
      <WorkflowStatusBadge status={status === 'ERROR' ? 'ACTIVE' : status} />
      {issues.length > 0 && <Badge tone={isGrave ? 'bad' : 'warn'}>{counted(issues.length, 'issue')}</Badge>}
    </span>
  );
}

function NameCell({ workflow }: { workflow: WorkflowListItem }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Truncate value={workflow.name} className="max-w-full min-w-0 font-medium md:max-w-[62%] md:shrink-0" />
      {workflow.workflowId === INBOX_TEST && (
        <Badge data-tip="For test messages of “Connect an inbox”. Subscribers see no preference for it.">Test</Badge>
      )}
      <HighSeverityMark severity={workflow.severity} />
      <Truncate value={workflow.workflowId} mono className="text-faint max-md:hidden" />
    </span>
  );
}

/** The width for tags in pixels, the width of a tag's edges with the gap, and the width of each character. */
const [ROOM, EDGES, CHARACTER] = [180, 16, 6.2];

/** Shows as many tags as fit. The others are counted, and listed in the tooltip. */
function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <Missing />;
  const widthOf = (some: readonly string[]) => some.reduce((width, tag) => width + EDGES + tag.length * CHARACTER, 0);
  const fits = (count: number) => widthOf(tags.slice(0, count)) + (count < tags.length ? widthOf(['+9']) : 0) <= ROOM;
  const count = Math.max(1, tags.findLastIndex((_, at) => fits(at + 1)) + 1);
  const rest = tags.slice(count);
  return (
    <span className="flex min-w-0 items-center gap-1">
      {tags.slice(0, count).map((tag) => (
        <Badge key={tag} className="min-w-0 shrink">
          <Truncate value={tag} />
        </Badge>
      ))}
      {rest.length > 0 && (
        <Badge className="shrink-0" data-tip={rest.join(', ')}>
          +{rest.length}
          <span className="sr-only">: {rest.join(', ')}</span>
        </Badge>
      )}
    </span>
  );
}

/** The steps, and the failed runs or the last trigger, for phones. */
export function WorkflowSecondLine({ workflow }: { workflow: WorkflowListItem }) {
  return (
    <span className="flex min-w-0 flex-col">
      {/* A step with issues has a background, which begins where the text does, so it needs no negative margin. */}
      <span className={cn(!workflow.steps[0]?.issues && '-ml-1')}>
        <StepsCell workflow={workflow} room={PHONE_ROOM} />
      </span>
      <span className="truncate text-xs text-faint">
        <FailedRuns workflowId={workflow._id}>
          {workflow.lastTriggeredAt ? 'Triggered ' : 'Never triggered'}
          {workflow.lastTriggeredAt && <RelativeTime value={workflow.lastTriggeredAt} />}
        </FailedRuns>
      </span>
    </span>
  );
}
