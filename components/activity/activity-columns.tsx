import { SeverityMark } from '#components/status/severity-mark.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { states } from '#components/status/states.ts';
import { StepIcons } from '#components/status/step-types.tsx';
import { columnHelper } from '#components/table/features.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { jobState, runStatusOf } from '#lib/notifications/run-status.ts';
import type { Notification } from '#lib/notifications/schema.ts';
import { nameOf } from '#lib/subscribers/name.ts';

const column = columnHelper<Notification>();

export const activityColumns = column.columns([
  column.display({
    id: 'run',
    header: 'Run',
    meta: { from: 'phone', width: '25%' },
    cell: ({ row }) => <RunCell run={row.original} />,
  }),
  column.display({
    id: 'recipient',
    header: 'Recipient',
    meta: { width: '26%' },
    cell: ({ row }) => <RecipientCell run={row.original} />,
  }),
  column.display({
    id: 'steps',
    header: 'Steps',
    meta: { width: '150px', from: 'desk' },
    cell: ({ row }) => <RunSteps run={row.original} />,
  }),
  column.display({
    id: 'reason',
    header: 'Outcome',
    meta: { from: 'desk' },
    cell: ({ row }) => <OutcomeCell run={row.original} />,
  }),
  column.display({
    id: 'time',
    header: 'When',
    meta: { from: 'phone', width: '92px', align: 'end' },
    cell: ({ row }) => <RelativeTime value={row.original.createdAt} className="text-muted" />,
  }),
]);

/** The columns of the narrow list next to an open run. */
export const activityColumnsNarrow = activityColumns.filter(({ id }) => id !== 'steps');

function RunCell({ run }: { run: Notification }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <StateMark state={runStatusOf(run).state} show="icon" />
      <span className="truncate font-medium">{run.template?.name ?? 'Deleted workflow'}</span>
      <SeverityMark severity={run.severity} />
    </span>
  );
}

function RecipientCell({ run: { subscriber } }: { run: Notification }) {
  if (!subscriber) return <span className="text-faint">Deleted subscriber</span>;
  const name = nameOf(subscriber);
  const second = subscriber.email ?? (name === subscriber.subscriberId ? undefined : subscriber.subscriberId);
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Truncate value={name} className="max-w-[60%] shrink-0" />
      {second && <Truncate value={second} className="text-faint" />}
    </span>
  );
}

function RunSteps({ run }: { run: Notification }) {
  const jobs = (run.jobs ?? []).map((job) => {
    const state = states[jobState(job)];
    return { type: job.type, tone: state.tone, note: state.label.toLowerCase() };
  });
  return <StepIcons steps={jobs} max={5} />;
}

function OutcomeCell({ run }: { run: Notification }) {
  const { state, reason } = runStatusOf(run);
  const text = reason ?? states[state].label;
  return <Truncate value={text} className={reason ? (state === 'failed' ? 'text-bad' : 'text-fg') : 'text-faint'} />;
}

/** Shows recipient and outcome below the workflow's name, on phones. */
export function RunSecondLine({ run }: { run: Notification }) {
  const { reason } = runStatusOf(run);
  return (
    <span className="min-w-0 truncate">
      {run.subscriber ? nameOf(run.subscriber) : 'Deleted subscriber'}
      {reason && <span className="text-faint"> · {reason}</span>}
    </span>
  );
}
