'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useEnvironment } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import type { NotificationListInput } from '#lib/notifications/client.ts';
import { newRunsQuery } from './new-runs-query.ts';

interface Props {
  input: NotificationListInput;
  /** In milliseconds. Runs after this time are new. */
  until: number;
  onShow: () => void;
}

/** Counts new runs until the reader chooses to see them, so that rows do not move while they are read. */
export function NewRuns({ input, until, onShow }: Props) {
  const environment = useEnvironment();
  const { queryKey } = newRunsQuery(environment.id, input, until, 'live');
  const isFull = useQueryClient().getQueryData(queryKey)?.hasMore;
  const live = useLiveRuns({ refetch: isFull ? [] : [queryKey] });
  const { data } = useQuery(newRunsQuery(environment.id, input, until, live));
  if (data.data.length === 0) return null;
  return (
    <div className="pointer-events-none sticky top-14 z-[11] -mb-7 lg:top-26 flex justify-center">
      <button
        type="button"
        onClick={onShow}
        className="pointer-events-auto flex h-7 items-center gap-1 rounded-full bg-accent px-3 text-xs font-medium text-accent-fg shadow-float transition-colors hover:bg-accent-strong"
      >
        <ArrowUp aria-hidden className="size-3.5" />
        {data.data.length}
        {data.hasMore && '+'} new
      </button>
    </div>
  );
}
