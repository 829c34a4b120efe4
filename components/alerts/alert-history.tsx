import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { columnHelper } from '#components/table/features.ts';
import { TrailPager } from '#components/table/pager.tsx';
import { tallRows } from '#components/table/row-style.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import { alertQueries } from '#lib/alerts/client.ts';
import type { Alert } from '#lib/alerts/schema.ts';
import { absoluteTime, momentText } from '#lib/time/time.ts';
import { endText, lastedText, sentState } from './alert-text.ts';

const column = columnHelper<Alert>();

const columns = column.columns([
  column.accessor('ruleName', {
    header: 'Alert',
    meta: { from: 'phone' },
    cell: ({ row: { original } }) => (
      <span className="flex min-w-0 flex-col">
        <Truncate value={original.ruleName} className="font-medium" />{' '}
        <span className="text-xs text-pretty whitespace-normal text-muted max-sm:hidden">{original.words}</span>
      </span>
    ),
  }),
  column.display({
    id: 'time',
    header: 'Time',
    meta: { width: '232px', from: 'tablet' },
    cell: ({ row }) => <Time alert={row.original} />,
  }),
  column.display({
    id: 'sent',
    header: 'Sent',
    meta: { width: '36%' },
    cell: ({ row }) => <Sent alert={row.original} />,
  }),
]);

/** The alerts of all rules, newest first. */
export function AlertHistory() {
  const { id } = useEnvironment();
  const [trail, setTrail] = useState<string[]>([]);
  const page = useQuery({ ...alertQueries.history(id, trail.at(-1)), placeholderData: (before) => before });
  return (
    <section aria-labelledby="alert-history" className="pt-8">
      <h2 id="alert-history" className="list-x pb-2 text-base font-semibold">
        History
      </h2>
      <DataTable
        label="History"
        columns={columns}
        query={page}
        rows={page.data?.data}
        rowId={(alert) => alert._id}
        secondLine={(alert) => <SecondLine alert={alert} />}
        rowStyle={tallRows}
        skeletonRows={2}
        empty={
          <p className="list-x py-2 text-muted">
            No alerts yet. Each alert appears here with the messages about it and their recipients.
          </p>
        }
        footer={
          <TrailPager
            count={page.data?.data.length ?? 0}
            noun={['alert', 'alerts']}
            trail={trail}
            next={page.data?.next ?? null}
            onMove={setTrail}
          />
        }
      />
    </section>
  );
}

/** "27 Nov, 14:02 · lasted 35 min". The tooltip of the duration shows why the alert ended. */
function Time({ alert }: { alert: Alert }) {
  const lasted = lastedText(alert);
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 text-muted">
      <MomentTime value={alert.raisedAt} />
      <span aria-hidden>·</span>
      {lasted ? <span data-tip={endText(alert)}>{lasted}</span> : <StateMark state="failed" label="Ongoing" />}
    </span>
  );
}

/** "27 Nov, 14:02". */
function MomentTime({ value }: { value: string }) {
  const { zone } = useReader();
  return (
    <time dateTime={value} data-tip={absoluteTime(value, zone)}>
      {momentText(value, zone)}
    </time>
  );
}

function Sent({ alert }: { alert: Alert }) {
  const { state, label, text } = sentState(alert);
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <StateMark state={state} label={label} />{' '}
      {text && <span className="text-xs text-pretty whitespace-normal text-faint">{text}</span>}
    </span>
  );
}

function SecondLine({ alert }: { alert: Alert }) {
  const { text, ...mark } = sentState(alert);
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1 text-xs">
      <span className="text-pretty text-muted">{alert.words}</span>
      <span className="text-faint">
        <MomentTime value={alert.raisedAt} /> · {lastedText(alert) ?? 'ongoing'}
      </span>
      <StateMark {...mark} />
      {text && <span className="text-pretty text-faint">{text}</span>}
    </span>
  );
}
