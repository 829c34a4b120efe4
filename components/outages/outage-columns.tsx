import Link from 'next/link';
import { useReader } from '#components/layout/first-paint.ts';
import { ROW_TIME_WIDTH, RowTime } from '#components/layout/row-time.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import type { OutageEffect } from '#lib/outages/effects.ts';
import type { OutageMessage } from '#lib/outages/schema.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { EFFECT_LABELS, effectText } from './outage-texts.ts';

const column = columnHelper<OutageMessage>();

export const outageColumns = column.columns([
  column.display({
    id: 'run',
    header: 'Run',
    meta: { from: 'phone' },
    cell: ({ row: { original } }) => <Truncate value={workflowOf(original)} className="font-medium" />,
  }),
  column.display({
    id: 'recipient',
    header: 'To',
    meta: { width: 'clamp(140px, 20vw, 280px)', from: 'tablet' },
    cell: ({ row: { original } }) => <Recipient message={original} />,
  }),
  column.display({
    id: 'effect',
    header: 'What happened',
    meta: { width: 'clamp(240px, 60vw - 320px, 800px)', from: 'desk' },
    cell: ({ row: { original } }) => (
      <span className="flex min-w-0 items-center gap-2">
        <Effect effect={original.effect} />
        <WhatHappened message={original} />
      </span>
    ),
  }),
  column.display({
    id: 'time',
    header: 'Triggered',
    meta: { from: 'phone', width: ROW_TIME_WIDTH, align: 'end', onFirstLine: true },
    cell: ({ row: { original } }) => <RowTime value={original.triggeredAt} />,
  }),
]);

const STATES = { waiting: 'waiting', late: 'stuck', failed: 'failed', recovered: 'sent' } as const;

function Effect({ effect }: { effect: OutageEffect }) {
  return <StateMark state={STATES[effect]} label={EFFECT_LABELS[effect]} />;
}

function WhatHappened({ message }: { message: OutageMessage }) {
  const { now, zone } = useReader();
  return <Truncate value={effectText(message, now, zone)} className="text-muted" />;
}

function workflowOf({ workflow: { name, workflowId } }: OutageMessage): string {
  return name ?? workflowId ?? 'A deleted workflow';
}

/** Links to the subscriber, unless the subscriber was deleted. */
function Recipient({ message: { subscriber, address } }: { message: OutageMessage }) {
  const { base } = useEnvironment();
  if (!subscriber) return <span className="text-faint">A deleted subscriber</span>;
  const name = nameOf(subscriber);
  return (
    <span className="flex min-w-0 flex-col">
      {subscriber.deleted ? (
        <Truncate value={`${name} (deleted)`} className="text-faint" />
      ) : (
        <Link
          href={`${base}/subscribers/${encodeURIComponent(subscriber.subscriberId)}`}
          prefetch={false}
          className="relative z-10 block truncate rounded-sm hover:underline"
        >
          {name}
        </Link>
      )}
      {address && <Truncate value={address} className="text-xs/[16px] text-faint" />}
    </span>
  );
}

/** The second line for phones. */
export function OutageSecondLine({ message }: { message: OutageMessage }) {
  const { now, zone } = useReader();
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5 pt-1 text-xs text-faint">
      <span className="wrap-anywhere md:hidden">
        {message.subscriber ? nameOf(message.subscriber) : 'A deleted subscriber'}
        {message.address && ` · ${message.address}`}
      </span>
      <span className="flex flex-wrap items-center gap-x-2">
        <Effect effect={message.effect} />
        <span className="min-w-0 wrap-anywhere">{effectText(message, now, zone)}</span>
      </span>
    </span>
  );
}
