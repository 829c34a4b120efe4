'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { RunOutcome, RunState } from '#components/activity/run-cells.tsx';
import { RowTime } from '#components/layout/row-time.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { InlineError } from '#components/ui/inline-error.tsx';
import { NameAndAddress } from '#components/ui/name-and-address.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { ApiFailure } from '#lib/api/client.ts';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import { subscriberQueries } from '#lib/subscribers/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { recordsAddress } from './address.ts';

const SHOWN = 5;

/** The newest runs and subscribers with exactly this context, each with a link to all of them. */
export function ContextRecords({ contextKey }: { contextKey: string }) {
  const { id, base } = useEnvironment();
  const runs = useQuery(notificationQueries.summaries(id, { contextKeys: [contextKey], page: 0, limit: SHOWN }));
  const subscribers = useQuery(
    subscriberQueries.list(id, { contextKey, limit: SHOWN, orderBy: '_id', orderDirection: 'DESC' }),
  );
  return (
    <>
      <Newest
        title="Newest runs"
        none="No run has only this context."
        all={{ label: 'All runs', href: recordsAddress(base, 'activity', contextKey) }}
        query={runs}
        row={(run) => <RunRow key={run._id} run={run} />}
      />
      <Newest
        title="Newest subscribers"
        none="No subscriber has a preference or a subscription with only this context."
        all={{ label: 'All subscribers', href: recordsAddress(base, 'subscribers', contextKey) }}
        query={subscribers}
        row={(subscriber) => <SubscriberRow key={subscriber.subscriberId} subscriber={subscriber} />}
      />
    </>
  );
}

interface NewestProps<T> {
  title: string;
  /** The sentence for an empty list. */
  none: string;
  all: { label: string; href: string };
  query: UseQueryResult<{ data: readonly T[] }, ApiFailure>;
  row: (record: T) => ReactNode;
}

function Newest<T>({ title, none, all, query, row }: NewestProps<T>) {
  const rows = query.data?.data;
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-xs font-medium text-faint">{title}</h2>
        {rows && rows.length > 0 && (
          <Link href={all.href} className="touch-area rounded-sm text-xs text-accent-text hover:underline">
            {all.label}
          </Link>
        )}
      </div>
      {!rows ? (
        query.error ? (
          <InlineError message={query.error.message} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-28 rounded-lg" />
        )
      ) : rows.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">{rows.map(row)}</ul>
      )}
    </section>
  );
}

const rowClass =
  'focus-inset flex min-h-11 items-center gap-3 px-3 py-1.5 first:rounded-t-lg last:rounded-b-lg hover:bg-hover';

function RunRow({ run }: { run: RunSummary }) {
  const { base } = useEnvironment();
  return (
    <li>
      <Link href={`${base}/activity?run=${run._id}`} className={rowClass}>
        <RunState run={run} />
        <span className="min-w-0 flex-1">
          <Truncate value={run.workflow.name} className="block font-medium" />
          <RunOutcome run={run} className="text-xs" />
        </span>
        <span className="min-w-0 max-w-2/5 truncate text-muted max-sm:hidden">
          {run.subscriber ? nameOf(run.subscriber) : 'Deleted subscriber'}
        </span>
        <RowTime value={run.createdAt} />
      </Link>
    </li>
  );
}

function SubscriberRow({ subscriber }: { subscriber: Subscriber }) {
  const { base } = useEnvironment();
  const { subscriberId, createdAt } = subscriber;
  return (
    <li>
      <Link href={`${base}/subscribers/${encodeURIComponent(subscriberId)}`} className={rowClass}>
        <span className="min-w-0 flex-1">
          <NameAndAddress name={nameOf(subscriber)} id={subscriberId} className="font-medium" />
        </span>
        <RowTime value={createdAt} />
      </Link>
    </li>
  );
}
