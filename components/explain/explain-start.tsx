'use client';

import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useId } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { useSubscriberName } from '#components/subscribers/use-subscriber-name.ts';
import { failure } from '#components/table/read-error.ts';
import { CommandKey } from '#components/ui/command-key.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { explainAddress } from './explain-query.ts';
import { useRecentSubscribers } from './recent-subscribers.ts';
import { AnswerRow, RunRow } from './run-row.tsx';

/**
 * The page without a question: recent failures and recent searches. For messages that came twice, only the person is
 * missing.
 */
export function ExplainStart({ isTwice }: { isTwice: boolean }) {
  const { id } = useEnvironment();
  const recent = useRecentSubscribers(id);
  return (
    <div className="max-w-5xl page-x py-5">
      <h2 className="text-xl font-semibold text-balance">
        {isTwice ? 'Who got the same message twice?' : 'Why didn’t a subscriber get a message?'}
      </h2>
      <p className="mt-1.5 max-w-2xl text-pretty text-muted">
        {isTwice
          ? 'Name the person above. Explain then finds the newest message that the person got twice within 24 hours.'
          : 'Name the person above, or paste the ID of a transaction, run or message.'}{' '}
        <span className={isTwice ? 'hidden' : 'max-sm:hidden'}>
          On any page: <CommandKey /> <Kbd>K</Kbd>, then “why jane”.
        </span>
      </p>
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(280px,34%)]">
        {!isTwice && <NotDelivered />}
        {recent.length > 0 && (
          <Card title="Recent searches">
            {recent.map((subscriberId) => (
              <RecentRow key={subscriberId} subscriberId={subscriberId} isTwice={isTwice} />
            ))}
          </Card>
        )}
      </div>
    </div>
  );
}

const NOT_DELIVERED = { status: ['failed', 'skipped'], page: 0, limit: 5 };

/** The newest runs that failed or sent nothing. Each links to its answer. */
function NotDelivered() {
  const { id, base, name } = useEnvironment();
  const runs = useQuery(notificationQueries.summaries(id, NOT_DELIVERED));
  if (runs.error)
    return (
      <ErrorState title="The runs could not be loaded" {...failure(runs.error)} onRetry={() => void runs.refetch()} />
    );
  const rows = runs.data?.data;
  return (
    <Card
      title="Recently not delivered"
      more={
        <Link
          href={`${base}/activity?range=30d&status=failed,skipped`}
          className="touch-area rounded-sm text-xs font-medium text-accent-text hover:underline"
        >
          All in Activity
        </Link>
      }
    >
      {!rows && <LoadingRows />}
      {rows?.length === 0 && (
        <li className="px-3 py-3 text-pretty text-muted">In {name}, no run failed or was skipped.</li>
      )}
      {rows?.map((run) => (
        <RunRow
          key={run._id}
          run={run}
          name={run.subscriber ? nameOf(run.subscriber) : 'Deleted subscriber'}
          href={explainAddress(base, { subscriber: run._id })}
        />
      ))}
    </Card>
  );
}

function RecentRow({ subscriberId, isTwice }: { subscriberId: string; isTwice: boolean }) {
  const { base } = useEnvironment();
  const name = useSubscriberName(subscriberId);
  return (
    <AnswerRow href={explainAddress(base, { subscriber: subscriberId, twice: isTwice })}>
      <UserRound aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <span className="flex min-w-0 flex-1 items-baseline gap-2">
        <Truncate value={name} className="font-medium" />
        {name !== subscriberId && <Truncate value={subscriberId} at="middle" mono className="text-faint" />}
      </span>
    </AnswerRow>
  );
}

function Card({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3 id={id} className="text-xs font-medium text-faint">
          {title}
        </h3>
        {more}
      </div>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">{children}</ul>
    </section>
  );
}

/** Placeholders with the height of the rows that follow. */
function LoadingRows() {
  return Array.from({ length: NOT_DELIVERED.limit }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <li key={row} className="flex h-[59px] flex-col justify-center gap-2.5 px-3">
      <Skeleton className="w-2/5" />
      <Skeleton className="w-3/5" />
    </li>
  ));
}
