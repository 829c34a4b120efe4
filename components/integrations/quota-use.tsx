'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';

/** Today's use of the daily quota: "40 of 100 messages sent today (UTC)", and when the next day begins once it is used up. */
export function QuotaUse({ integration }: { integration: Integration }) {
  const { id } = useEnvironment();
  const { data } = useQuery(integrationQueries.usage(id, integration._id ?? ''));
  const limit = integration.messagesPerDay ?? 0;
  const quota = data?.quota;
  if (!quota) return <span>{limit.toLocaleString('en')} messages per day (UTC)</span>;
  const isFull = quota.used >= quota.limit;
  return (
    <span className={isFull ? 'text-warn' : undefined} data-numeric>
      {quota.used.toLocaleString('en')} of {quota.limit.toLocaleString('en')} messages sent today (UTC)
      {isFull && (
        <>
          . Sending continues <RelativeTime value={quota.resetsAt} focusable />
        </>
      )}
    </span>
  );
}
