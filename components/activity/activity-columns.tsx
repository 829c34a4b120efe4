import { SeverityMark } from '#components/status/severity-mark.tsx';
import { states } from '#components/status/states.ts';
import { StepIcons } from '#components/status/step-types.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import type { RunSummary } from '#lib/notifications/run-summary.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { RunOutcome, RunState, RunTime } from './run-cells.tsx';

const column = columnHelper<RunSummary>();

const run = column.display({
  id: 'run',
  header: 'Run',
  meta: { from: 'phone', width: 'clamp(200px, 16vw, 280px)' },
  cell: ({ row }) => <RunCell run={row.original} />,
});

const time = column.display({
  id: 'time',
  header: 'When',
  meta: { from: 'phone', width: 'clamp(84px, 38vw - 64px, 196px)', align: 'end' },
  cell: ({ row }) => <RunTime value={row.original.createdAt} />,
});

const steps = column.display({
  id: 'steps',
  header: 'Steps',
  meta: { width: '112px', from: 'widest' },
  cell: ({ row }) => <RunSteps run={row.original} />,
});

const outcome = (from: 'wide' | 'widest') =>
  column.display({
    id: 'reason',
    header: 'Outcome',
    meta: { from },
    cell: ({ row }) => <RunOutcome run={row.original} />,
  });

const recipient = column.display({
  id: 'recipient',
  header: 'Recipient',
  meta: { width: '20%', from: 'wide' },
  cell: ({ row }) => <RecipientCell run={row.original} />,
});

export const activityColumns = column.columns([run, recipient, steps, outcome('wide'), time]);

/** Of one subscriber, beside the facts of a profile. */
export const activityColumnsOfSubscriber = column.columns([run, outcome('widest'), time]);

/** The columns of the narrow list next to an open run. Its second line says the rest. */
export const activityColumnsNarrow = column.columns([run, time]);

function RunCell({ run }: { run: RunSummary }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <RunState run={run} />
      <Truncate value={run.workflow.name} className="font-medium" />
      <SeverityMark severity={run.severity} />
    </span>
  );
}

function RecipientCell({ run: { subscriber } }: { run: RunSummary }) {
  if (!subscriber) return <span className="text-faint">Deleted subscriber</span>;
  const name = nameOf(subscriber);
  const second = subscriber.email ?? (name === subscriber.subscriberId ? undefined : subscriber.subscriberId);
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Truncate value={name} className="max-w-[80%] shrink-0" />
      {second && <Truncate value={second} className="text-faint" />}
    </span>
  );
}

function RunSteps({ run }: { run: RunSummary }) {
  const steps = run.steps.map(({ type, status }) => {
    const { tone, label } = states[status];
    return { type, tone, note: label.toLowerCase() };
  });
  return <StepIcons steps={steps} max={4} />;
}

/** Shows recipient and outcome below the workflow's name, where these are no columns. */
export function RunSecondLine({ run }: { run: RunSummary }) {
  return (
    <>
      <span className="max-w-[45%] shrink-0 truncate pl-6">
        {run.subscriber ? nameOf(run.subscriber) : 'Deleted subscriber'}
      </span>
      <RunOutcome run={run} />
    </>
  );
}
