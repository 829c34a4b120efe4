import { MethodMark } from '#components/api-reference/method-mark.tsx';
import { ROW_TIME_WIDTH, RowTime } from '#components/layout/row-time.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Missing } from '#components/ui/missing.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import type { RequestLogEntry } from '#lib/request-log/schema.ts';

const column = columnHelper<RequestLogEntry>();

/** The width of the callers. Next to an open call, the path needs the room more. */
export const callerWidth = '[--caller:clamp(120px,10vw,200px)] lg:narrow:[--caller:112px]';

export const requestLogColumns = column.columns([
  column.display({
    id: 'call',
    header: 'Call',
    meta: { from: 'phone' },
    cell: ({ row }) => <Call entry={row.original} />,
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { width: '84px' },
    cell: ({ row }) => <StatusBadge status={row.original.status} />,
  }),
  column.display({
    id: 'duration',
    header: 'Took',
    meta: { width: '88px', align: 'end', from: 'desk' },
    cell: ({ row }) => <span data-numeric>{durationOf(row.original.durationMs)}</span>,
  }),
  column.display({
    id: 'caller',
    header: 'Caller',
    meta: { width: 'var(--caller)', from: 'tablet' },
    cell: ({ row }) => <Caller entry={row.original} />,
  }),
  column.display({
    id: 'request',
    header: 'Request ID',
    meta: { width: 'clamp(132px, 13vw, 200px)', from: 'full' },
    cell: ({ row }) => <Truncate value={row.original.requestId} mono at="middle" className="text-muted" />,
  }),
  column.display({
    id: 'time',
    header: 'When',
    meta: { from: 'phone', width: ROW_TIME_WIDTH, align: 'end', onFirstLine: true },
    cell: ({ row }) => <RowTime value={row.original.createdAt} />,
  }),
]);

function Call({ entry: { method, path, message } }: { entry: RequestLogEntry }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <MethodMark method={method} className="w-10 shrink-0 max-sm:w-auto" />
      <Truncate value={path} mono at="middle" className="text-fg" />
      {message && <Truncate value={message} className="min-w-24 flex-1 text-faint max-lg:hidden narrow:hidden" />}
    </span>
  );
}

/** The second line of a call on a phone. */
export function RequestSecondLine({ entry }: { entry: RequestLogEntry }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-muted">
      <StatusBadge status={entry.status} />
      <span data-numeric className="shrink-0">
        {durationOf(entry.durationMs)}
      </span>
      <span className="flex min-w-0 shrink-0">
        <Caller entry={entry} />
      </span>
      {entry.message && (
        <span className="line-clamp-2 basis-full text-pretty whitespace-normal wrap-anywhere text-faint">
          {entry.message}
        </span>
      )}
    </span>
  );
}

export function StatusBadge({ status }: { status: number }) {
  return (
    <Badge tone={toneOf(status)} data-numeric>
      {status}
    </Badge>
  );
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'ok';
}

/** The API key, or the person. */
export function Caller({ entry: { apiKey, user } }: { entry: RequestLogEntry }) {
  if (apiKey) return <Truncate value={apiKey.name ?? 'Deleted API key'} />;
  return user ? <Truncate value={user.name ?? 'Deleted account'} /> : <Missing />;
}

/** Returns "0.8 ms" or "1,240 ms". */
export function durationOf(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en')} ms`;
}
