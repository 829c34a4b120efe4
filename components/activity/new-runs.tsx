'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import type { NotificationListInput } from '#lib/notifications/client.ts';
import { NewRows } from './new-rows.tsx';
import { newRunsQuery } from './new-runs-query.ts';

interface Props {
  input: NotificationListInput;
  /** In milliseconds. Runs after this time are new. */
  until: number;
  onShow: () => void;
}

/** Counts new runs until the reader chooses to see them. */
export function NewRuns({ input, until, onShow }: Props) {
  const environment = useEnvironment();
  const { queryKey } = newRunsQuery(environment.id, input, until, 'live');
  const isFull = useQueryClient().getQueryData(queryKey)?.hasMore;
  const live = useLiveRuns({ refetch: isFull ? [] : [queryKey] });
  const { data } = useQuery(newRunsQuery(environment.id, input, until, live));
  return <NewRows page={data} onShow={onShow} />;
}
