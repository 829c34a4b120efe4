'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { InlineError } from '#components/ui/inline-error.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { contextQueries } from '#lib/contexts/client.ts';
import type { Context, ContextUsage } from '#lib/contexts/schema.ts';
import { contextKey, recordsAddress } from './address.ts';

/**
 * The numbers of subscribers, runs, messages, preferences and subscriptions with exactly this context. No list contains
 * only preferences or only subscriptions, so these numbers have no link: the subscribers include both.
 */
export function ContextUses({ context }: { context: Context }) {
  const { id, base } = useEnvironment();
  const { type, id: key } = context;
  const { data, error, refetch } = useQuery(contextQueries.usage(id, { type, id: key }));
  const linked = (page: 'subscribers' | 'activity' | 'messages', count: ContextUsage['runs'], noun: string) =>
    count.count === 0 ? (
      text(count, noun)
    ) : (
      <Link
        href={recordsAddress(base, page, contextKey(context))}
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
          <Fact label="Preferences">{text(data.preferences, 'preference')}</Fact>
          <Fact label="Subscriptions">{text(data.subscriptions, 'subscription')}</Fact>
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
