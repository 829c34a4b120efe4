import { CircleCheck, Unplug } from 'lucide-react';
import { useReader } from '#components/layout/first-paint.ts';
import { columnHelper } from '#components/table/features.ts';
import { Missing } from '#components/ui/missing.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { senderName } from '#lib/integrations/sender-name.ts';
import type { RecentOutage } from '#lib/outages/schema.ts';
import { durationText, momentText } from '#lib/time/time.ts';
import { listedEffect } from './outage-texts.ts';

const column = columnHelper<RecentOutage>();

export const listedOutageColumns = column.columns([
  column.display({
    id: 'integration',
    header: 'Integration',
    meta: { from: 'phone', width: 'clamp(140px, 17vw, 240px)' },
    cell: ({ row: { original } }) => <NameCell outage={original} />,
  }),
  column.display({
    id: 'lasted',
    header: 'Lasted',
    meta: { width: '104px' },
    cell: ({ row: { original } }) => <Lasted outage={original} />,
  }),
  column.display({
    id: 'effect',
    header: 'Effect',
    meta: { width: '136px', from: 'desk' },
    cell: ({ row: { original } }) => <Effect outage={original} />,
  }),
  column.accessor('words', {
    header: 'Cause',
    meta: { from: 'wide' },
    cell: ({ getValue }) => (
      <span className="block py-1.5 text-pretty wrap-anywhere whitespace-normal text-muted">{getValue()}</span>
    ),
  }),
  column.display({
    id: 'began',
    header: 'Began',
    meta: { from: 'phone', width: '112px', align: 'end' },
    cell: ({ row: { original } }) => <Began outage={original} />,
  }),
]);

function NameCell({ outage: { integration, closedAt } }: { outage: RecentOutage }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      {closedAt ? (
        <CircleCheck aria-label="Over" className="size-4 shrink-0 text-ok" />
      ) : (
        <Unplug aria-label="In progress" className="size-4 shrink-0 text-bad" />
      )}
      <Truncate value={senderName(integration)} className="font-medium" />
    </span>
  );
}

function Lasted({ outage: { openedAt, closedAt } }: { outage: RecentOutage }) {
  const { now } = useReader();
  const length = durationText((closedAt ? Date.parse(closedAt) : now) - Date.parse(openedAt));
  return closedAt ? length : <span className="text-bad">{length} so far</span>;
}

function Effect({ outage }: { outage: RecentOutage }) {
  const text = listedEffect(outage);
  return text === undefined ? <Missing label="Unknown" /> : <Truncate value={text} />;
}

function Began({ outage: { openedAt } }: { outage: RecentOutage }) {
  const { zone } = useReader();
  return (
    <time dateTime={openedAt} data-numeric className="whitespace-nowrap text-muted">
      {momentText(openedAt, zone)}
    </time>
  );
}

/** The second line for phones. */
export function ListedOutageSecondLine({ outage }: { outage: RecentOutage }) {
  const effect = listedEffect(outage);
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-2 text-xs text-faint">
      <span className="shrink-0">
        <Lasted outage={outage} />
      </span>
      <Truncate value={effect ?? outage.words} />
    </span>
  );
}
