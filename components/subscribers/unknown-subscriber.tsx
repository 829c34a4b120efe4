'use client';

import { useQueries } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { UnknownRecord } from '#components/layout/unknown-record.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { subscriberQueries } from '#lib/subscribers/client.ts';

/** The page of an unknown subscriber: another environment may have it, and old runs may have its ID. */
export function UnknownSubscriber({ subscriberId }: { subscriberId: string }) {
  const { id, base } = useEnvironment();
  const others = useSession().environments.filter(({ _id }) => _id !== id);
  // Uses the exact filter of the list, because requesting the subscriber itself would log another "not found".
  const found = useQueries({
    queries: others.map(({ _id }) => ({ ...subscriberQueries.list(_id, { subscriberId, limit: 1 }), retry: false })),
  });
  const encoded = encodeURIComponent(subscriberId);
  return (
    <UnknownRecord
      noun="subscriber"
      id={subscriberId}
      path={`/subscribers/${encoded}`}
      why="The ID may be mistyped, or the subscriber may have been deleted. Runs stay in the history."
      elsewhere={others.filter((_, at) => found[at]?.data?.data.length).map(({ _id }) => _id)}
    >
      <Link href={`${base}/activity?subscriber=${encoded}&range=90d`} className={buttonClass()}>
        See their runs
      </Link>
    </UnknownRecord>
  );
}
