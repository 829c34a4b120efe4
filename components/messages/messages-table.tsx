'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsInteger, useQueryState } from 'nuqs';
import { type ReactNode, useMemo } from 'react';
import { steadyFromDesk, steadyFromWide } from '#components/activity/steady-rows.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { NumberPager } from '#components/table/pager.tsx';
import { Button } from '#components/ui/button.tsx';
import { type MessageListInput, messageQueries } from '#lib/messages/client.ts';
import { absoluteTime } from '#lib/time/time.ts';
import { MessageSecondLine, messageColumns, messageColumnsOfSubscriber } from './message-columns.tsx';
import { messageRows } from './message-rows.ts';
import { PAGE_SIZE } from './messages-query.ts';

interface Props {
  input: MessageListInput;
  /** Whether the list is on the page of a subscriber, where no recipient column is needed. */
  ofPerson?: boolean;
  /** The empty state. `further` is set if the search has not read all messages yet (see `onSearchFurther`). */
  empty: (further: string | undefined) => ReactNode;
  /** Continues a text search that ended before it had read all messages. `before` is the time to continue from (ISO 8601). */
  onSearchFurther?: (before: string) => void;
}

/** The messages of an environment or of one subscriber, newest first. */
export function MessagesTable({ input, ofPerson, empty, onSearchFurther }: Props) {
  const environment = useEnvironment();
  const [page, setPage] = useQueryState('page', parseAsInteger.withDefault(0));
  const messages = useQuery(messageQueries.list(environment.id, { ...input, page, limit: PAGE_SIZE }));
  // The API returns 404 for an unknown subscriber ID. As a filter, such an ID matches nothing.
  const unknownPerson = messages.error?.statusCode === 404;
  const further = messages.data?.searchedTo;
  const found = messages.data?.data;
  const rows = useMemo(() => found && messageRows(found), [found]);
  return (
    <>
      <DataTable
        label="Messages"
        columns={ofPerson ? messageColumnsOfSubscriber : messageColumns}
        query={messages}
        rows={unknownPerson ? [] : rows}
        rowId={(message) => message._id ?? message.transactionId}
        href={(message) => `${environment.base}/messages/${message._id}`}
        secondLine={(message) => <MessageSecondLine message={message} withRecipient={!ofPerson} />}
        rowStyle={ofPerson ? steadyFromWide : steadyFromDesk}
        empty={empty(further)}
        footer={
          <NumberPager page={messages.data} noun={['message', 'messages']} onMove={(next) => void setPage(next)} />
        }
      />
      {further && onSearchFurther && rows?.length !== 0 && (
        <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 list-x py-3 text-muted">
          Searched back to {absoluteTime(further)}.
          <Button size="sm" onClick={() => onSearchFurther(further)}>
            Search older messages
          </Button>
        </p>
      )}
    </>
  );
}
