'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useEnvironment } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { type NotificationListInput, notificationQueries } from '#lib/notifications/client.ts';

interface Props {
  input: NotificationListInput;
  /** In milliseconds. Runs after this time are new. */
  until: number;
  onShow: () => void;
}

const pollMs = 15_000;
const limit = 50;

/** Rows do not move while somebody reads them. New runs are only counted, until the reader asks for them. */
export function NewRuns({ input, until, onShow }: Props) {
  const environment = useEnvironment();
  const after = new Date(until + 1).toISOString();
  const newer = notificationQueries.summaries(environment.id, { ...input, after, before: undefined, page: 0, limit });
  const live = useLiveRuns({ refetch: [newer.queryKey] });
  const { data } = useQuery({
    ...newer,
    enabled: input.page === 0,
    initialData: { data: [], hasMore: false, page: 0, pageSize: limit },
    refetchInterval: live !== 'live' && pollMs,
    placeholderData: undefined,
  });
  if (data.data.length === 0) return null;
  return (
    <div className="pointer-events-none sticky top-14 z-20 -mb-7 flex justify-center">
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

/** Says that the page hears of runs at once. */
export function LiveMark() {
  return (
    <span
      data-tip="Rows follow their runs; new ones wait above the list"
      className="flex items-center gap-1.5 px-1 text-xs text-muted"
    >
      <span aria-hidden className="size-1.5 rounded-full bg-ok" />
      Live
    </span>
  );
}
