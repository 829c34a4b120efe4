'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { InlineError } from '#components/ui/inline-error.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { contextQueries } from '#lib/contexts/client.ts';
import type { Context, ContextUsage } from '#lib/contexts/schema.ts';
import { contextKey } from './address.ts';

/** The numbers of subscribers, runs, messages, preferences and subscriptions with exactly this context. */
export function ContextUses({ context }: { context: Context }) {
  const { id, base } = useEnvironment();
  const { type, id: key } = context;
  const { data, error, refetch } = useQuery(contextQueries.usage(id, { type, id: key }));
  const linked = (page: string, count: ContextUsage['runs'], noun: string) => (
    <Link
      // Preferences and subscriptions lead to their subscribers. The counts include all times, so the links open the lists with the widest range.
      href={`${base}/${page}?${new URLSearchParams({ context: contextKey(context), ...(page === 'activity' && { range: '90d' }) })}`}
      className="touch-area text-accent-text hover:underline"
    >
      {text(count, noun)}
    </Link>
  );
  return (
    <section>
      <h2 className="text-xs font-medium text-faint">Records with only this context</h2>
      {data ? (
        <Facts>
          <Fact label="Subscribers">{linked('subscribers', data.subscribers, 'subscriber')}</Fact>
          <Fact label="Runs">{linked('activity', data.runs, 'run')}</Fact>
          <Fact label="Messages">{linked('messages', data.messages, 'message')}</Fact>
          <Fact label="Preferences">{linked('subscribers', data.preferences, 'preference')}</Fact>
          <Fact label="Subscriptions">{linked('subscribers', data.subscriptions, 'subscription')}</Fact>
        </Facts>
      ) : error ? (
        <InlineError message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mt-2 h-20" />
      )}
    </section>
  );
}

/** Returns "12 runs" or "More than 10,000 runs". */
export function text({ count, isCapped }: ContextUsage['runs'], noun: string): string {
  return `${isCapped ? 'More than ' : ''}${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`;
}
