'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { messagesAddress } from '#components/messages/messages-query.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import type { Integration, IntegrationUsage as Usage } from '#lib/integrations/schema.ts';
import { messageQueries } from '#lib/messages/client.ts';
import { messageWhy } from '#lib/messages/summary.ts';
import { capitalised } from '#lib/reasons/definition.ts';
import { IntegrationOutages } from './integration-outages.tsx';
import { DAY_HEIGHT, dayHeights } from './usage-bars.ts';

type Day = Usage['days'][number];

/** The sent and failed messages of the integration on each of seven days, its last failure, and its outages. */
export function IntegrationUsage({ integration }: { integration: Integration }) {
  const { id } = useEnvironment();
  const { data, error } = useQuery(integrationQueries.usage(id, integration._id ?? ''));
  if (error) return <p className="text-muted">The numbers could not be loaded: {error.message}</p>;
  if (!data) return <Skeleton className="h-[139px] rounded-lg" />;
  const [sent, failed] = [total(data.days, 'sent'), total(data.days, 'failed')];
  return (
    <div className="rounded-lg border border-line">
      <div className="px-3 py-3">
        {sent + failed === 0 ? (
          <p className="text-muted">No message in the last seven days.</p>
        ) : (
          <p className="text-muted" data-numeric>
            <span className="font-medium text-fg">{sent.toLocaleString('en')}</span>{' '}
            {integration.sandbox ? 'accepted' : 'sent'}
            {' · '}
            <span className={failed > 0 ? 'font-medium text-bad' : undefined}>
              {failed.toLocaleString('en')} failed
            </span>
          </p>
        )}
        {sent + failed > 0 && <Bars days={data.days} />}
      </div>
      {failed > 0 && <LastFailure integration={integration} />}
      <IntegrationOutages integrationId={integration._id ?? ''} outages={data.outages} />
    </div>
  );
}

function Bars({ days }: { days: readonly Day[] }) {
  const heights = dayHeights(days);
  return (
    <ol aria-label="Messages by day" className="mt-3 grid grid-cols-7 gap-1.5">
      {days.map((day, at) => (
        <li key={day.day} data-tip={textOf(day)} className="flex min-w-0 flex-col">
          <span aria-hidden style={{ height: DAY_HEIGHT }} className="flex flex-col justify-end border-b border-line">
            <span style={{ height: heights[at]?.failed }} className="shrink-0 rounded-t-xs bg-bad" />
            <span style={{ height: heights[at]?.sent }} className="shrink-0 bg-accent/70" />
          </span>
          <span aria-hidden className="mt-1 truncate text-center text-xs text-faint">
            {weekday(day, 'short')}
          </span>
          <span className="sr-only">{textOf(day)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Returns "Friday: 120 sent, 3 failed". */
function textOf(day: Day): string {
  return `${weekday(day, 'long')}: ${day.sent.toLocaleString('en')} sent, ${day.failed.toLocaleString('en')} failed`;
}

/** The server has assigned the day to the reader's zone, so the weekday is that of the date in UTC. */
function weekday({ day }: Day, weekday: 'short' | 'long'): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { weekday, timeZone: 'UTC' });
}

function total(days: readonly Day[], key: 'sent' | 'failed'): number {
  return days.reduce((sum, day) => sum + day[key], 0);
}

/** The last failed message with the provider's words. */
function LastFailure({ integration: { _id = '' } }: { integration: Integration }) {
  const { id, base } = useEnvironment();
  const query = { integrationId: [_id], outcome: ['failed'], limit: 1 };
  const { data } = useQuery(messageQueries.list(id, query));
  const last = data?.data[0];
  if (!last) return null;
  return (
    <div className="border-t border-line px-3 py-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-xs text-faint">
          Last failure <RelativeTime value={last.createdAt} focusable />
        </span>
        <Link
          href={messagesAddress(`${base}/messages`, { status: ['failed'], range: '7d', integration: [_id] })}
          prefetch={false}
          className="touch-area rounded-sm text-xs font-medium text-accent-text hover:underline"
        >
          Failed messages
        </Link>
      </p>
      <Link
        href={`${base}/messages/${last._id}`}
        prefetch={false}
        className="mt-0.5 line-clamp-2 rounded-sm wrap-anywhere hover:underline"
      >
        {capitalised(messageWhy(last) ?? last.errorText ?? 'Open the message')}
      </Link>
    </div>
  );
}
