'use client';

import { useQuery } from '@tanstack/react-query';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { environmentQueries } from '#lib/environments/client.ts';
import type { EnvironmentUsage } from '#lib/environments/schema.ts';
import { counted } from '#lib/text/counted.ts';

type Usage = EnvironmentUsage | 'loading' | undefined;

/** Returns the contents of an environment. Undefined if they could not be read. */
function useUsage(environmentId: string): Usage {
  const { data, isPending } = useQuery(environmentQueries.usage());
  return isPending ? 'loading' : data?.find(({ _environmentId }) => _environmentId === environmentId);
}

interface Props {
  environmentId: string;
}

interface CountProps extends Props {
  of: 'workflows' | 'integrations' | 'subscribers';
}

export function UsageCount({ environmentId, of }: CountProps) {
  const usage = useUsage(environmentId);
  if (usage === 'loading') return <Skeleton className="ml-auto h-3 w-8" />;
  if (!usage) return <Missing label="Unknown" />;
  const count = usage[of];
  const isCapped = of === 'subscribers' && usage.subscribersCapped;
  return (
    <span className={count === 0 ? 'text-faint tabular-nums' : 'text-muted tabular-nums'}>
      {isCapped && '> '}
      {count.toLocaleString('en')}
    </span>
  );
}

export function LastRun({ environmentId }: Props) {
  const usage = useUsage(environmentId);
  if (usage === 'loading') return <Skeleton className="ml-auto h-3 w-16" />;
  if (!usage) return <Missing label="Unknown" />;
  if (!usage.lastRunAt) return <span className="text-faint">Never</span>;
  return <RelativeTime value={usage.lastRunAt} focusable className="text-muted" />;
}

/** The contents in a line, which wraps on phones. */
export function UsageLine({ environmentId }: Props) {
  const usage = useUsage(environmentId);
  if (usage === 'loading') return <Skeleton className="h-3 w-40" />;
  if (!usage) return <Missing label="Contents unknown" />;
  return (
    <span className="text-pretty whitespace-normal text-faint">
      {counted(usage.workflows, 'workflow')} · {subscribersText(usage)} ·{' '}
      {usage.lastRunAt ? (
        <>
          last run <RelativeTime value={usage.lastRunAt} />
        </>
      ) : (
        'no runs'
      )}
    </span>
  );
}

/** Returns the number of subscribers, with their noun. */
export function subscribersText({ subscribers, subscribersCapped }: EnvironmentUsage): string {
  return `${subscribersCapped ? 'more than ' : ''}${counted(subscribers, 'subscriber')}`;
}
