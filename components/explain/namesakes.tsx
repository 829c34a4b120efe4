'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import type { ExplainedSubscriber } from '#lib/explain/schema.ts';
import { displayName } from '#lib/explain/summary.ts';
import { subscriberQueries } from '#lib/subscribers/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { counted } from '#lib/text/counted.ts';
import { explainAddress } from './explain-query.ts';

/** The number of subscribers that are read to find subscribers with the same name. */
const READ = 6;
const SHOWN = 3;

interface Props {
  subscriber: ExplainedSubscriber;
  channel: string | null;
  isTwice: boolean;
}

/**
 * Links to the answers about other subscribers with the same name, because the answer may be about the wrong
 * subscriber.
 */
export function Namesakes({ subscriber, channel, isTwice }: Props) {
  const { id, base } = useEnvironment();
  const name = displayName(subscriber);
  const { data } = useQuery(subscriberQueries.list(id, { q: name, orderBy: 'relevance', limit: READ }));
  const others = (data?.data ?? []).filter(
    (one) => one.subscriberId !== subscriber.subscriberId && nameOf(one).toLowerCase() === name.toLowerCase(),
  );
  if (others.length === 0) return null;
  const hasMore = others.length > SHOWN || data?.next !== null;
  return (
    <p className="mt-1 pl-8 text-muted wrap-anywhere">
      {hasMore ? `Other subscribers named ${name}` : counted(others.length, `other ${name}`, `others named ${name}`)}:{' '}
      {others.slice(0, SHOWN).map(({ subscriberId, email, phone }, at) => (
        <span key={subscriberId}>
          {at > 0 && ', '}
          <Link
            href={explainAddress(base, { subscriber: subscriberId, channel: channel ?? undefined, twice: isTwice })}
            className="rounded-sm text-accent-text hover:underline"
          >
            {email || phone || subscriberId}
          </Link>
        </span>
      ))}
      {hasMore && (
        <>
          {', '}
          <Link
            href={`${base}/subscribers?q=${encodeURIComponent(name)}`}
            className="rounded-sm text-accent-text hover:underline"
          >
            all
          </Link>
        </>
      )}
    </p>
  );
}
