'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failure } from '#components/table/read-error.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { limitsQueries } from '#lib/limits/client.ts';
import type { Limits } from '#lib/limits/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { SettingsSection } from './settings-page.tsx';

/** The limits of the installation, which its operator sets. */
export function LimitsSection() {
  const { data, error, refetch } = useQuery(limitsQueries.current());
  return (
    <SettingsSection
      id="limits"
      title="Limits"
      intro="These apply to all environments. The operator of this installation sets them with environment variables on the server."
    >
      {error && !data ? (
        <ErrorState title="The limits could not be loaded" {...failure(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <dl className="rounded-lg border border-line bg-surface">
          {rowsOf(data).map(({ name, value, variable, effect }) => (
            <div
              key={variable}
              className="grid gap-x-4 border-line px-3 py-2 not-first:border-t sm:grid-cols-[1fr_auto]"
            >
              <dt className="min-w-0">
                <span className="font-medium">{name}</span>
                <span className="block text-xs text-pretty text-muted">
                  {effect} <code className="break-all">{variable}</code>
                </span>
              </dt>
              <dd className="text-muted sm:text-right">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <Skeleton className="h-48 sm:h-43" />
      )}
    </SettingsSection>
  );
}

interface Row {
  name: string;
  value: ReactNode;
  variable: string;
  effect: string;
}

function rowsOf({ rateLimits, bodyLimitBytes, maxSpanDays }: Limits): Row[] {
  const perSecond = rateLimits
    ? `${rateLimits.trigger} triggers, ${rateLimits.configuration} changes, ${rateLimits.global} others`
    : 'No limit';
  return [
    {
      name: 'Calls per second',
      value: perSecond,
      variable: 'RATE_LIMITS',
      effect: 'Calls by API keys in one environment. Further calls get 429.',
    },
    {
      name: 'Size of a request',
      value: `${(bodyLimitBytes / 1024).toLocaleString('en', { maximumFractionDigits: 0 })} kB`,
      variable: 'BODY_LIMIT_BYTES',
      effect: 'A larger body gets 413.',
    },
    {
      name: 'Longest wait',
      value: counted(maxSpanDays, 'day'),
      variable: 'MAX_SPAN_DAYS',
      effect: 'The maximum for delays, digests and throttles. A step with a longer duration fails.',
    },
  ];
}
