'use client';

import { useQuery } from '@tanstack/react-query';
import { cn } from '#components/ui/cn.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import { type HealthLevel, healthLevel, rateText, successRate } from '#lib/integrations/health-levels.ts';
import type { IntegrationHealth as Health, Integration } from '#lib/integrations/schema.ts';

const levels = {
  healthy: { dot: 'bg-ok', text: 'text-ok', label: 'Healthy' },
  troubled: { dot: 'bg-warn', text: 'text-warn', label: 'Some fail' },
  failing: { dot: 'bg-bad', text: 'text-bad', label: 'Failing' },
  unused: { dot: 'bg-line-strong', text: 'text-faint', label: 'Unused' },
} as const satisfies Record<HealthLevel, { dot: string; text: string; label: string }>;

/** What an integration sent in the last 24 hours. One read answers for all of the environment. */
export function useHealth({ _id, _environmentId }: Integration) {
  const { data, isPending, isError } = useQuery(integrationQueries.health(_environmentId));
  return { counts: data?.integrations.find((each) => each._id === _id), isPending, isError };
}

/** How much of it was sent in the last 24 hours: "● 99.2 % sent of 1,204". */
export function IntegrationHealth({ integration }: { integration: Integration }) {
  const { counts, isPending, isError } = useHealth(integration);
  if (isPending) return <Skeleton className="h-5 w-40" />;
  if (isError) return <span className="text-xs text-faint">Health is not known now</span>;
  const { dot, text, label } = levels[healthLevel(counts)];
  const rate = successRate(counts);
  return (
    <span className="flex min-w-0 items-center gap-2 text-xs" data-tip={detailOf(counts)}>
      <span aria-hidden className={cn('size-2 shrink-0 rounded-full', dot)} />
      {rate === undefined || !counts ? (
        <span className="text-faint">Nothing sent in 24 h</span>
      ) : (
        <span className="truncate text-muted" data-numeric>
          <span className="sr-only">{label}: </span>
          <span className={cn('font-medium', text)}>{rateText(rate)}</span> of {volumeOf(counts).toLocaleString('en')}{' '}
          sent in 24 h
        </span>
      )}
    </span>
  );
}

/** How many messages it was given. */
export function volumeOf({ sent, failed }: Pick<Health, 'sent' | 'failed'>): number {
  return sent + failed;
}

function detailOf(counts: Health | undefined): string | undefined {
  if (!counts) return undefined;
  const { sent, failed, retried } = counts;
  const parts = [`${sent.toLocaleString('en')} sent`, `${failed.toLocaleString('en')} failed`];
  if (retried > 0) parts.push(`${retried.toLocaleString('en')} refused for now and tried again`);
  return `Last 24 hours: ${parts.join(', ')}`;
}
