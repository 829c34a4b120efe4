'use client';

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { NewRows } from '#components/activity/new-rows.tsx';
import { pollEvery } from '#components/activity/new-runs-query.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import type { LiveState } from '#lib/live/client.ts';
import { type MessageListInput, messageQueries } from '#lib/messages/client.ts';
import type { MessagePage } from '#lib/messages/schema.ts';

/** The maximum number of counted messages. It is low, because each message is read with its content. */
const LIMIT = 20;

interface Props {
  input: MessageListInput;
  /** In milliseconds. Messages after this time are new. */
  until: number;
  onShow: () => void;
}

/** Counts new messages until the reader chooses to see them. */
export function NewMessages({ input, until, onShow }: Props) {
  const environment = useEnvironment();
  const optionsOf = (live: LiveState) => newMessagesQuery(environment.id, input, until, live);
  const { queryKey } = optionsOf('live');
  const isFull = useQueryClient().getQueryData(queryKey)?.hasMore;
  const live = useLiveRuns({ refetch: isFull ? [] : [queryKey] });
  const { data } = useQuery(optionsOf(live));
  return <NewRows page={data} onShow={onShow} />;
}

function newMessagesQuery(environmentId: string, input: MessageListInput, until: number, live: LiveState) {
  const { before: _before, ...filters } = input;
  const after = new Date(until + 1).toISOString();
  const initialData: MessagePage = { data: [], hasMore: false, page: 0, pageSize: LIMIT };
  return queryOptions({
    ...messageQueries.list(environmentId, { ...filters, after, page: 0, limit: LIMIT }),
    initialData,
    refetchInterval: ({ state }) => pollEvery(live, state.data),
    placeholderData: undefined,
  });
}
