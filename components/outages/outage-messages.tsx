'use client';

import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEnvironment } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { CursorPager } from '#components/table/pager.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { filterInput, LASTING_MS, type OutageFilter, type OutageKey, outageQueries } from '#lib/outages/client.ts';
import type { Outage, OutageMessage } from '#lib/outages/schema.ts';
import { OutageSecondLine, outageColumns } from './outage-columns.tsx';
import { allOf, EFFECT_LABELS } from './outage-texts.ts';

const PAGE_SIZE = 30;

interface Props {
  outage: Outage;
  outageKey: OutageKey;
  query: OutageFilter & { after: string | null; before: string | null };
  onMove: (cursor: { after: string | null; before: string | null }) => void;
  onShowAll: () => void;
}

/** The messages that an outage affected. Each row opens its run. */
export function OutageMessages({ outage: { counts, closedAt }, outageKey, query, onMove, onShowAll }: Props) {
  const { id, base } = useEnvironment();
  const { effect, several, after, before } = query;
  const input = { ...filterInput(query), ...(after && { after }), ...(before && { before }) };
  const page = useQuery({
    ...outageQueries.messages(id, outageKey, { limit: PAGE_SIZE, ...input }),
    refetchInterval: (closedAt === undefined || counts.waiting > 0) && LASTING_MS,
  });
  const { next = null } = page.data ?? {};
  const totalCount = several ? counts.several : effect === null ? allOf(counts) : counts[effect];
  return (
    <div className="md:px-3">
      <DataTable
        label="Messages"
        columns={outageColumns}
        query={page}
        rows={page.data?.data}
        rowId={({ _id }) => _id}
        href={({ _notificationId }: OutageMessage) => `${base}/activity?run=${_notificationId}`}
        secondLine={(message) => <OutageSecondLine message={message} />}
        empty={
          next !== null ? (
            <EmptyState
              icon={MailCheck}
              title="No match in the messages read so far"
              action={<Button onClick={() => onMove({ after: next, before: null })}>Continue</Button>}
            >
              Many messages were sent at that time, so they are read in parts.
            </EmptyState>
          ) : (
            <EmptyState
              icon={MailCheck}
              title={emptyTitle(query)}
              action={(several || effect !== null) && <Button onClick={onShowAll}>Show all messages</Button>}
            >
              Messages that were deleted, or are past the retention period, are not listed.
            </EmptyState>
          )
        }
        footer={
          <CursorPager
            page={page.data && { ...page.data, totalCount, totalCountCapped: counts.capped }}
            noun={['message', 'messages']}
            onMove={onMove}
          />
        }
      />
    </div>
  );
}

function emptyTitle({ effect, several }: OutageFilter): string {
  if (several) return 'No messages that possibly arrived several times';
  return effect === null ? 'No message was affected' : `No ${EFFECT_LABELS[effect].toLowerCase()} messages`;
}
