'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, X } from 'lucide-react';
import { useEffect } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { failure } from '#components/table/data-table.tsx';
import { isTyping } from '#components/table/use-row-keys.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import { jobState } from '#lib/notifications/run-status.ts';
import type { Notification } from '#lib/notifications/schema.ts';
import { RunHeader } from './run-header.tsx';
import { RunMessages } from './run-messages.tsx';
import { RunTimeline } from './run-timeline.tsx';

interface Props {
  id: string;
  /** The run from the list, so that it shows at once. */
  known: Notification | undefined;
  onClose: () => void;
}

/** The open run: next to the list where there is room, otherwise in place of it. */
export function RunPane({ id, known, onClose }: Props) {
  const environment = useEnvironment();
  const query = notificationQueries.one(environment.id, id);
  useLiveRuns({ shown: [id], refetch: [query.queryKey, ['messages', environment.id]] });
  const run = useQuery({ ...query, placeholderData: known });
  useEscape(onClose);
  return (
    <section
      aria-label="Run"
      className="min-w-0 border-line lg:sticky lg:top-12 lg:h-[calc(100dvh-48px)] lg:overflow-y-auto lg:border-l lg:bg-surface"
    >
      <div className="flex h-11 items-center justify-between px-3 md:px-5">
        <Button size="sm" variant="ghost" onClick={onClose} className="-ml-1 lg:hidden">
          <ArrowLeft aria-hidden />
          All runs
        </Button>
        <span className="text-xs text-faint max-lg:hidden">Run</span>
        <Button size="icon" variant="ghost" onClick={onClose} aria-label="Close run" className="-mr-2 max-lg:hidden">
          <X aria-hidden />
        </Button>
      </div>
      {run.data ? (
        <RunBody id={id} run={run.data} />
      ) : run.error ? (
        <ErrorState title="The run could not be loaded" {...failure(run.error)} onRetry={() => void run.refetch()} />
      ) : (
        <PaneSkeleton />
      )}
    </section>
  );
}

function RunBody({ id, run }: { id: string; run: Notification }) {
  const isLive = run.jobs?.some((job) => ['waiting', 'running'].includes(jobState(job))) ?? false;
  return (
    <div className="px-3 pb-10 md:px-5">
      <RunHeader run={run} />
      <Tabs defaultValue="timeline" className="mt-5">
        <TabsList aria-label="Run">
          <TabsTrigger value="timeline">Timeline</TabsTrigger>
          <TabsTrigger value="messages">Messages</TabsTrigger>
          <TabsTrigger value="data">Data</TabsTrigger>
          <TabsTrigger value="raw">Raw</TabsTrigger>
        </TabsList>
        <TabsContent value="timeline">
          <RunTimeline run={run} />
        </TabsContent>
        <TabsContent value="messages">
          <RunMessages notificationId={id} isLive={isLive} />
        </TabsContent>
        <TabsContent value="data" className="flex flex-col gap-4">
          <h3 className="text-xs font-medium text-faint">Payload of the trigger</h3>
          <JsonView value={run.payload ?? {}} what="payload" />
          <h3 className="text-xs font-medium text-faint">Recipient as given</h3>
          <JsonView value={run.to ?? {}} what="recipient" />
        </TabsContent>
        <TabsContent value="raw">
          <JsonView value={run} what="run as JSON" depth={1} />
        </TabsContent>
      </Tabs>
    </div>
  );
}

function PaneSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5 px-5 pt-1">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  );
}

function useEscape(onEscape: () => void) {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event.target)) onEscape();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [onEscape]);
}
