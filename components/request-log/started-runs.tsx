'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { RunState } from '#components/activity/run-cells.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';

/** The largest number of transactions whose runs are listed. A bulk trigger may have more. */
const MAX_SHOWN = 10;

/** The runs that a trigger started, by its transactions. */
export function StartedRuns({ transactionIds }: { transactionIds: readonly string[] }) {
  if (transactionIds.length === 0) return null;
  const more = transactionIds.length - MAX_SHOWN;
  return (
    <section aria-label="Runs" className="flex flex-col gap-2">
      <h3 className="text-base font-semibold">Runs</h3>
      {transactionIds.slice(0, MAX_SHOWN).map((transactionId) => (
        <Transaction key={transactionId} transactionId={transactionId} />
      ))}
      {more > 0 && <p className="text-muted">And {more} more transactions.</p>}
    </section>
  );
}

const linkClass = 'rounded-sm text-accent-text underline-offset-2 hover:underline';

function Transaction({ transactionId }: { transactionId: string }) {
  const { id, base } = useEnvironment();
  const { data } = useQuery(notificationQueries.summaries(id, { transactionId, page: 0, limit: 5 }));
  return (
    <div className="flex flex-col gap-1 rounded-lg border border-line px-3 py-2">
      {data?.data.map((run) => (
        <span key={run._id} className="flex min-w-0 items-center gap-2">
          <RunState run={run} />
          <Link href={`${base}/activity?run=${run._id}`} className={linkClass}>
            {run.workflow.name}
          </Link>
          <span className="min-w-0 truncate text-muted">{run.subscriber && nameOf(run.subscriber)}</span>
        </span>
      ))}
      {data?.data.length === 0 && <span className="text-muted">No runs, or they are past the retention period.</span>}
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-xs text-faint">
        <Copied value={transactionId} what="transaction ID" mono />
        <Link
          href={`${base}/activity?transaction=${encodeURIComponent(transactionId)}&range=90d`}
          className={linkClass}
        >
          All in Activity
        </Link>
      </span>
    </div>
  );
}
