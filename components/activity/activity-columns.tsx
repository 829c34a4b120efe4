import { type StateStyle, states } from '#components/status/states.ts';
import { StepIcons } from '#components/status/step-types.tsx';
import { columnHelper } from '#components/table/features.ts';
import { cn } from '#components/ui/cn.ts';
import { NameAndAddress } from '#components/ui/name-and-address.tsx';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { RunOutcome } from './run-cells.tsx';
import { outcome, RunCell, time } from './run-columns.tsx';

const column = columnHelper<RunSummary>();

/** Lets the name wrap to two lines, but only on phones and in lists with a recipient column. */
const WRAPPED =
  'max-sm:line-clamp-2 max-sm:whitespace-normal lg:broad:line-clamp-2 lg:broad:leading-[18px] lg:broad:whitespace-normal';

/** The run with its recipient, for widths without a recipient column. On a phone the recipient has a separate line. */
const runWithRecipient = column.display({
  id: 'run',
  header: 'Run',
  meta: { from: 'phone', width: 'clamp(184px, 13.5vw, 260px)' },
  cell: ({ row }) => (
    <RunCell run={row.original} nameClass={WRAPPED}>
      <span className="min-w-0 flex-1 max-sm:hidden lg:broad:hidden">
        <RecipientCell run={row.original} className="text-muted" />
      </span>
    </RunCell>
  ),
});

const steps = column.display({
  id: 'steps',
  header: 'Steps',
  meta: { width: '108px', from: 'widest' },
  cell: ({ row }) => <RunSteps run={row.original} />,
});

const recipient = column.display({
  id: 'recipient',
  header: 'Recipient',
  // Below 1440 px this column also gets the width of the hidden steps column.
  meta: { width: 'max(min(330px, 476px - 14vw), 20.6vw)', from: 'wide' },
  // Every row has one line, because rows of different heights are harder to scan than a cut address, which the tooltip
  // shows in full.
  cell: ({ row }) => <RecipientCell run={row.original} />,
});

/** In the narrow list next to an open run the second line shows the columns that are hidden there. */
export const activityColumns = column.columns([runWithRecipient, recipient, steps, outcome('wide'), time]);

interface RecipientProps {
  run: RunSummary;
  /** Whether the name may wrap to two lines. */
  wraps?: boolean;
  className?: string;
}

function RecipientCell({ run: { subscriber, _subscriberId }, wraps = false, className }: RecipientProps) {
  if (!subscriber)
    return <NameAndAddress name="Deleted subscriber" id={_subscriberId} wraps={wraps} className="text-faint" />;
  const name = nameOf(subscriber);
  const address = subscriber.email ?? (name === subscriber.subscriberId ? undefined : subscriber.subscriberId);
  const isId = name === subscriber.subscriberId;
  const font = cn(isId && 'font-mono text-xs', className);
  return <NameAndAddress name={name} address={address} wraps={wraps} className={font} />;
}

function RunSteps({ run }: { run: RunSummary }) {
  const steps = run.steps.map(({ type, status, sandbox }) => {
    const { tone, label, step }: StateStyle = states[sandbox ? 'sandboxed' : status];
    // Steps that send nothing need no colour for their outcome.
    return { type, tone: status === 'done' ? ('plain' as const) : tone, note: label.toLowerCase(), drawn: step };
  });
  return <StepIcons steps={steps} max={4} />;
}

/**
 * The outcome on a second line, for widths without an outcome column. On phones, the outcome is below the recipient in
 * full length. Next to an open run, the outcome is truncated, so that all rows have the same height.
 */
export function RunSecondLine({ run }: { run: RunSummary }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col pl-6 lg:text-xs">
      <span className="sm:hidden">
        <RecipientCell run={run} wraps />
      </span>
      <RunOutcome run={run} className="lg:block lg:truncate" />
    </span>
  );
}
