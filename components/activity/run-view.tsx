'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { failure } from '#components/table/read-error.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import { messageQueries } from '#lib/messages/client.ts';
import { readerSummaries } from '#lib/messages/summary.ts';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { Notification, SummarisedRun } from '#lib/notifications/schema.ts';
import { pollEvery } from '#lib/notifications/status/poll-every.ts';
import { aboutRun, type RunStatus, runStatusOf } from '#lib/notifications/status/run-status.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { PassedHeading } from './passed-heading.tsx';
import { RunHeader } from './run-header.tsx';
import { RunMessages } from './run-messages.tsx';
import { RunTimeline } from './run-timeline.tsx';
import { useFreshMessages } from './use-fresh-messages.ts';
import { useRunTab } from './use-open-run.ts';
import { WithheldNotice } from './withheld-notice.tsx';
import { hasWithheldSteps } from './withheld-run.ts';

const UnknownRun = dynamic(() => import('./unknown-run.tsx').then((module) => module.UnknownRun), { ssr: false });

/** Everything about one run. The page follows a live run. */
export function RunView({ id }: { id: string }) {
  const environment = useEnvironment();
  const [revealed, setRevealed] = useState(false);
  const one = notificationQueries.one(environment.id, id, revealed);
  const messages = messageQueries.list(environment.id, { notificationId: id, limit: 100 });
  const live = useLiveRuns({ shown: [id], refetch: [messages.queryKey, ...(revealed ? [] : [one.queryKey])] });
  const poll = (data: Notification | undefined) => !revealed && pollEvery(data, live === 'live');
  const run = useQuery({ ...one, refetchInterval: ({ state }) => poll(state.data), placeholderData: (shown) => shown });
  // Child components read these messages. Without live updates, this query polls for new messages.
  useQuery({
    ...messages,
    enabled: live !== 'live' && run.data !== undefined,
    refetchInterval: pollEvery(run.data, false),
  });
  useFreshMessages(environment.id, id, run.data);
  if (run.data) return <RunBody id={id} run={run.data} onReveal={() => setRevealed(true)} />;
  if (!run.error) return <RunSkeleton />;
  if (run.error.statusCode === 404) return <UnknownRun id={id} />;
  return <ErrorState title="The run could not be loaded" {...failure(run.error)} onRetry={() => void run.refetch()} />;
}

interface BodyProps {
  id: string;
  run: SummarisedRun;
  onReveal: () => void;
}

function RunBody({ id, run, onReveal }: BodyProps) {
  const [tab, setTab] = useRunTab();
  const status = useStatus(id, run);
  const isNoticed = hasWithheldSteps(run);
  const content = useRef<HTMLDivElement>(null);
  return (
    <div ref={content} className="px-4 pb-10 md:px-5 lg:pt-2">
      <PassedHeading run={run} status={status} content={content} />
      <RunHeader run={run} status={status} />
      {isNoticed && <WithheldNotice onReveal={onReveal} className="mt-3" />}
      <Tabs value={tab} onValueChange={(next) => void setTab(next as typeof tab)} className="mt-4">
        <TabsList aria-label="Run">
          <TabsTrigger value="timeline">Timeline</TabsTrigger>
          <TabsTrigger value="messages">Messages</TabsTrigger>
          <TabsTrigger value="data">Data</TabsTrigger>
          <TabsTrigger value="raw">Raw</TabsTrigger>
        </TabsList>
        <TabsContent value="timeline">
          <RunTimeline run={run} status={status} />
        </TabsContent>
        <TabsContent value="messages">
          <RunMessages notificationId={id} />
        </TabsContent>
        <TabsContent value="data" className="flex flex-col gap-4">
          <h3 className="text-xs font-medium text-faint">Payload of the trigger</h3>
          {!run.withheld ? (
            <JsonView value={run.payload ?? {}} what="payload" />
          ) : isNoticed ? (
            <p className="text-muted">Withheld.</p>
          ) : (
            <WithheldNotice onReveal={onReveal} />
          )}
          <h3 className="text-xs font-medium text-faint">Recipient in the trigger</h3>
          <JsonView value={run.to ?? {}} what="recipient" />
        </TabsContent>
        <TabsContent value="raw">
          <JsonView value={run} what="run as JSON" depth={1} />
        </TabsContent>
      </Tabs>
    </div>
  );
}

/**
 * Returns the status with what the subscriber did with in-app messages, and with the addresses of the run's messages in full. Without a message, for example because the
 * address is suppressed, the subscriber's present addresses are the best guess.
 */
function useStatus(id: string, run: SummarisedRun): RunStatus {
  const environment = useEnvironment();
  const { data } = useQuery(messageQueries.list(environment.id, { notificationId: id, limit: 100 }));
  const used = data?.data.flatMap(({ email, phone }) => email ?? phone ?? []);
  const addresses = used?.length === 0 ? [run.subscriber?.email, run.subscriber?.phone] : used;
  const now = Date.now();
  const status = runStatusOf(run, now, { ...aboutRun(run, timesAt(now)), addresses });
  const read = data?.data.flatMap((message) => readerSummaries(message, now).slice(0, 1)) ?? [];
  return { ...status, parts: [...status.parts, ...new Set(read)] };
}

function RunSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5 px-4 pt-1 md:px-5">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  );
}
