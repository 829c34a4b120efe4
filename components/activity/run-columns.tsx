import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { ROW_TIME_WIDTH, RowTime } from '#components/layout/row-time.tsx';
import { HighSeverityMark } from '#components/status/severity-mark.tsx';
import { columnHelper } from '#components/table/features.ts';
import { cn } from '#components/ui/cn.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import { RunOutcome, RunState } from './run-cells.tsx';

const column = columnHelper<RunSummary>();

/** The time of a run. All lists of runs have this column. */
export const time = column.display({
  id: 'time',
  header: 'When',
  meta: { from: 'phone', width: ROW_TIME_WIDTH, align: 'end', onFirstLine: true },
  cell: ({ row }) => <RowTime value={row.original.createdAt} />,
});

/** Returns the column with the outcome of a run and its reason, for screens of at least the given width. */
export const outcome = (from: 'wide' | 'widest') =>
  column.display({
    id: 'reason',
    header: 'Outcome',
    meta: { from },
    cell: ({ row }) => <RunOutcome run={row.original} />,
  });

/** The workflow of a run with its state. */
export function RunCell({ run, nameClass, children }: { run: RunSummary; nameClass: string; children?: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <RunState run={run} />
      <Truncate value={run.workflow.name} className={cn('font-medium', nameClass)} />
      <HighSeverityMark severity={run.severity} />
      {run.resent && <Resent />}
      {children}
    </span>
  );
}

/** Marks a run that sends an earlier run again. */
function Resent() {
  return (
    <span data-tip="Sent again" className="inline-flex shrink-0 text-muted">
      <Send aria-hidden className="size-3" />
      <span className="sr-only">Sent again</span>
    </span>
  );
}
