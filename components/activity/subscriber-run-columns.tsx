import dynamic from 'next/dynamic';
import { ActionCell, actionColumn } from '#components/table/action-column.tsx';
import { columnHelper } from '#components/table/features.ts';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import { outcome, RunCell, time } from './run-columns.tsx';

const RunAction = dynamic(() => import('./run-action.tsx').then((module) => module.RunAction), { ssr: false });

const column = columnHelper<RunSummary>();

/** The runs of one subscriber, next to the facts of the profile. */
export const subscriberRunColumns = column.columns([
  column.display({
    id: 'run',
    header: 'Run',
    meta: { from: 'phone', width: 'clamp(196px, 16vw, 280px)' },
    cell: ({ row }) => <RunCell run={row.original} nameClass="line-clamp-2 leading-[18px] whitespace-normal" />,
  }),
  outcome('widest'),
  time,
  column.display({
    ...actionColumn,
    cell: ({ row }) => (
      <ActionCell>
        <RunAction run={row.original} />
      </ActionCell>
    ),
  }),
]);
