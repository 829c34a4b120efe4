import { useQueries, useQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useEffectEvent } from 'react';
import { runsOf } from '#components/activity/runs-of.ts';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ANY_RUN, notificationQueries } from '#lib/notifications/client.ts';

const POLL_MS = 5_000;

/** Shown instead of the checklist to members who cannot set Belfry up: links to the environments that have runs. */
export function NoRunsYet({ onFirst }: { onFirst: () => void }) {
  const here = useEnvironment();
  const { environments } = useSession();
  useFirst(onFirst);
  const others = environments.filter(({ _id }) => _id !== here.id);
  const volumes = useQueries({
    queries: others.map(({ _id }) => ({ ...notificationQueries.volume(_id, {}), placeholderData: undefined })),
  });
  const links = others.flatMap(({ _id, slug, name }, at) => {
    const volume = volumes[at]?.data;
    if (!volume || volume.total === 0) return [];
    return (
      <Link key={_id} href={`/${slug}/activity?range=90d`} className={buttonClass()}>
        {name}: {runsOf(volume)}
      </Link>
    );
  });
  return (
    <EmptyState
      icon={Activity}
      title="No runs here yet"
      action={links.length > 0 && <div className="flex flex-wrap justify-center gap-2">{links}</div>}
    >
      Each time your product triggers a workflow in {here.name}, its run appears here with its result.
      {links.length > 0 && ' Other environments have runs of the last 90 days:'}
    </EmptyState>
  );
}

/** Calls `onFirst` when the first run arrives. */
function useFirst(onFirst: () => void): void {
  const { id } = useEnvironment();
  const any = notificationQueries.summaries(id, ANY_RUN);
  const live = useLiveRuns({ refetch: [any.queryKey] });
  const { data } = useQuery({ ...any, refetchInterval: live === 'live' ? false : POLL_MS });
  const hasRun = data?.data[0] !== undefined;
  const arrive = useEffectEvent(onFirst);
  useEffect(() => {
    if (hasRun) arrive();
  }, [hasRun]);
}
