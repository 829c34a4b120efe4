'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { RunTimeline } from '#components/activity/run-timeline.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { type StateStyle, states } from '#components/status/states.ts';
import { buttonClass } from '#components/ui/button-class.ts';
import { cn } from '#components/ui/cn.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { toneText } from '#components/ui/tone.ts';
import { notificationQueries } from '#lib/notifications/client.ts';
import { pollEvery } from '#lib/notifications/status/poll-every.ts';
import { runStatusOf } from '#lib/notifications/status/run-status.ts';

/** Milliseconds between two searches for the run, until it is found. */
const SEARCH_MS = 1_000;

/** The run of a trigger for one subscriber: its status and steps, followed until it ends. */
export function FollowedRun({ transactionId }: { transactionId: string }) {
  const { id, base } = useEnvironment();
  const found = useQuery({
    ...notificationQueries.summaries(id, { transactionId, page: 0, limit: 1 }),
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data?.data.length ? false : SEARCH_MS),
  });
  const runId = found.data?.data[0]?._id ?? '';
  const one = notificationQueries.one(id, runId);
  const live = useLiveRuns({ shown: [runId], refetch: [one.queryKey], enabled: runId !== '' });
  const { data: run } = useQuery({
    ...one,
    enabled: runId !== '',
    refetchInterval: ({ state }) => pollEvery(state.data, live === 'live'),
  });
  const place = useRef<HTMLElement>(null);
  const isShown = run !== undefined;
  useEffect(() => {
    if (isShown) place.current?.scrollIntoView({ block: 'start' });
  }, [isShown]);
  if (!run) {
    return (
      <div role="status">
        <span className="sr-only">The run is starting</span>
        <Skeleton className="h-20 rounded-lg" />
      </div>
    );
  }
  const status = runStatusOf(run);
  const style: StateStyle = states[status.state];
  return (
    <section ref={place} aria-label="Run" className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <p role="status" className="flex min-w-0 flex-1 items-start gap-2 text-base font-semibold text-pretty">
          <style.icon
            aria-hidden
            className={cn('mt-0.5 size-5 shrink-0', toneText[style.tone], style.spins && 'animate-spin')}
          />
          <span className="min-w-0 wrap-anywhere">{status.parts.join(' ')}</span>
        </p>
        <Link href={`${base}/activity?run=${runId}`} className={buttonClass({ size: 'sm' })}>
          Open the run
        </Link>
      </div>
      <RunTimeline run={run} status={status} />
    </section>
  );
}
