'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Unplug } from 'lucide-react';
import Link from 'next/link';
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { ExportList } from '#components/activity/export-on-demand.tsx';
import { useReader } from '#components/layout/first-paint.ts';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { buttonClass } from '#components/ui/button-class.ts';
import { cn } from '#components/ui/cn.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { ApiFailure } from '#lib/api/client.ts';
import { senderAddress, senderName } from '#lib/integrations/sender-name.ts';
import { exportOutage, type OutageKey, outageQueries } from '#lib/outages/client.ts';
import { OUTAGE_EFFECTS } from '#lib/outages/effects.ts';
import { outageFileName } from '#lib/outages/file-name.ts';
import type { Outage } from '#lib/outages/schema.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { durationText } from '#lib/time/time.ts';
import { EffectFilter } from './effect-filter.tsx';
import { outagesAddress } from './outage-address.ts';
import { OutageMessages } from './outage-messages.tsx';
import { retryNote, spanText, waitNote } from './outage-texts.ts';
import { RetryFailed } from './retry-failed.tsx';

const parsers = {
  effect: parseAsStringLiteral(OUTAGE_EFFECTS),
  several: parseAsBoolean.withDefault(false),
  after: parseAsString,
  before: parseAsString,
};

/** One outage: its time, and the messages that were late, failed or recovered. */
export function OutagePage(key: OutageKey) {
  const { id, base } = useEnvironment();
  const [query, setQuery] = useQueryStates(parsers, { history: 'push' });
  const outage = useQuery(outageQueries.one(id, key));
  const { data, error } = outage;
  return (
    <PageFrame
      title={data ? `Outage of ${senderName(data.integration)}` : 'Outage'}
      crumbs={[{ label: 'Outages', href: outagesAddress(base) }]}
    >
      {error && !data ? (
        <NotLoaded error={error} onRetry={() => void outage.refetch()} />
      ) : !data ? (
        <div className="page-x py-4">
          <Skeleton className="h-32 rounded-lg" />
        </div>
      ) : (
        <>
          <Head outage={data} />
          <div className="flex items-center gap-2 page-x pb-2.5">
            <EffectFilter
              counts={data.counts}
              filter={query}
              onChange={(next) => void setQuery({ ...next, after: null, before: null })}
            />
            <span className="ml-auto shrink-0">
              <ExportList
                noun="messages"
                fileName={outageFileName(data)}
                read={(format) => exportOutage(id, key, query, format)}
              />
            </span>
          </div>
          <OutageMessages
            outage={data}
            outageKey={key}
            query={query}
            onMove={(cursor) => void setQuery(cursor)}
            onShowAll={() => void setQuery(null)}
          />
        </>
      )}
    </PageFrame>
  );
}

/** The page after a failure to load, for example because the address names no outage or is malformed. */
function NotLoaded({ error, onRetry }: { error: ApiFailure; onRetry: () => void }) {
  const { base, name } = useEnvironment();
  const { message, requestId } = error;
  const statusCode = error.statusCode === 422 ? 404 : error.statusCode;
  const isMissing = statusCode === 404;
  return (
    <ErrorState
      title={isMissing ? `There is no such outage in ${name}` : 'The outage could not be loaded'}
      {...failure({ message, requestId, statusCode })}
      onRetry={onRetry}
      action={
        isMissing && (
          <Link href={outagesAddress(base)} className={buttonClass()}>
            Show all outages
          </Link>
        )
      }
    />
  );
}

function Head({ outage }: { outage: Outage }) {
  const { base } = useEnvironment();
  const { now, zone } = useReader();
  const { integration, openedAt, closedAt, words } = outage;
  const Icon = closedAt ? CircleCheck : Unplug;
  return (
    <section aria-label="Outage" className="flex flex-wrap items-start gap-x-6 gap-y-3 page-x py-4">
      <div className="min-w-0 flex-1 basis-80">
        <p className={cn('flex items-center gap-2 font-medium', !closedAt && 'text-bad')}>
          <Icon aria-hidden className={cn('size-4 shrink-0', closedAt && 'text-ok')} />
          <span>
            {closedAt
              ? `Over: ${spanText(outage, zone)}`
              : `Not reachable ${lowerFirst(spanText(outage, zone))} (${durationText(now - Date.parse(openedAt))})`}
          </span>
        </p>
        <p className="text-pretty wrap-anywhere text-muted">{words}</p>
        {waitNote(outage) && <p className="text-pretty text-muted">{waitNote(outage)}</p>}
        {retryNote(outage) && <p className="text-pretty text-muted">{retryNote(outage)}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {integration.identifier && (
          <Link href={senderAddress(base, integration.identifier)} className={buttonClass()}>
            Open the integration
          </Link>
        )}
        <RetryFailed outage={outage} />
      </div>
    </section>
  );
}
