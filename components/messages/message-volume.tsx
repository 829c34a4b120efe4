'use client';

import { ListVolume } from '#components/activity/list-volume.tsx';
import { useChartZone } from '#components/activity/use-chart-zone.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { messageQueries } from '#lib/messages/client.ts';
import type { MessagePage } from '#lib/messages/schema.ts';
import { messageOutcome } from '#lib/messages/state.ts';
import { type MessagesQuery, messagesInput } from './messages-query.ts';

interface Props {
  query: MessagesQuery;
  until: number;
  /** The rows below the chart. Undefined while they load. */
  messages: MessagePage | undefined;
  onChange: (change: Partial<MessagesQuery>) => void;
}

/** The volume of the filtered messages. */
export function MessageVolume({ query, until, messages, onChange }: Props) {
  const { id } = useEnvironment();
  const zone = useChartZone(query.zone);
  const isAll = messages && messages.page === 0 && !messages.hasMore && !messages.searchedTo;
  const rows = messages?.data ?? [];
  return (
    <ListVolume
      noun="message"
      query={query}
      read={messageQueries.volume(id, messagesInput({ ...query, before: '' }, until), zone)}
      name={JSON.stringify({ ...query, page: 0 })}
      all={
        isAll
          ? { count: rows.length, failed: rows.filter((each) => messageOutcome(each) === 'failed').length }
          : undefined
      }
      onChange={onChange}
    />
  );
}
