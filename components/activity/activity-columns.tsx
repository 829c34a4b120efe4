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
    id: 'event',
    header: 'Event',
    meta: { from: 'phone', width: '25%' },
    cell: ({ row }) => <EventCell event={row.original} />,
  }),
  column.display({
    id: 'person',
    header: 'Person',
    meta: { width: '26%' },
    cell: ({ row }) => <PersonCell event={row.original} />,
  }),
  column.display({
    id: 'steps',
    header: 'Steps',
    meta: { width: '150px', from: 'desk' },
    cell: ({ row }) => <EventSteps event={row.original} />,
  }),
  column.display({
    id: 'reason',
    header: 'Outcome',
    meta: { from: 'desk' },
    cell: ({ row }) => <OutcomeCell event={row.original} />,
  }),
  column.display({
    id: 'time',
    header: 'When',
    meta: { from: 'phone', width: '92px', align: 'end' },
    cell: ({ row }) => <RelativeTime value={row.original.createdAt} className="text-muted" />,
  }),
]);

/** For the narrow list beside an open event. */
export const activityColumnsNarrow = activityColumns.filter(({ id }) => id !== 'steps');

function EventCell({ event }: { event: Notification }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <StateMark state={runStatusOf(event).state} show="icon" />
      <span className="truncate font-medium">{event.template?.name ?? 'Deleted workflow'}</span>
      <SeverityMark severity={event.severity} />
    </span>
  );
}

function PersonCell({ event: { subscriber } }: { event: Notification }) {
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

function EventSteps({ event }: { event: Notification }) {
  const jobs = (event.jobs ?? []).map((job) => {
    const state = states[jobState(job)];
    return { type: job.type, tone: state.tone, note: state.word.toLowerCase() };
  });
  return <StepIcons steps={jobs} max={5} />;
}

function OutcomeCell({ event }: { event: Notification }) {
  const { state, reason } = runStatusOf(event);
  const text = reason ?? states[state].word;
  return <Truncate value={text} className={reason ? (state === 'failed' ? 'text-bad' : 'text-fg') : 'text-faint'} />;
}

/** Person and outcome under the event's name, on phones. */
export function EventSecondLine({ event }: { event: Notification }) {
  const { reason } = runStatusOf(event);
  return (
    <span className="min-w-0 truncate">
      {event.subscriber ? nameOf(event.subscriber) : 'Deleted subscriber'}
      {reason && <span className="text-faint"> · {reason}</span>}
    </span>
  );
}
