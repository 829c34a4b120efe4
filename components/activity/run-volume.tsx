'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { notificationQueries, type RangedVolume } from '#lib/notifications/client.ts';
import { type ActivityQuery, activityInput } from './activity-query.ts';
import { VolumeChart } from './volume-chart.tsx';

interface Props {
  query: ActivityQuery;
  until: number;
  onChange: (change: Partial<ActivityQuery>) => void;
}

/** The chart above the list: what the filters match, over the range. Nothing is drawn of nothing. */
export function RunVolume({ query, until, onChange }: Props) {
  const environment = useEnvironment();
  const { data, error } = useQuery(notificationQueries.volume(environment.id, activityInput(query, until)));
  const isZoomed = Boolean(query.from && query.to);
  const chart = (volume: RangedVolume) => (
    <VolumeChart
      volume={volume}
      zone={query.zone || undefined}
      onZoom={(from, to) => onChange({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })}
      onWhole={isZoomed ? () => onChange({ from: '', to: '' }) : undefined}
    />
  );
  // The list says what went wrong.
  if (error) return null;
  return <div className="min-h-22">{data ? (data.total > 0 || isZoomed) && chart(data) : <ChartSkeleton />}</div>;
}

function ChartSkeleton() {
  return (
    <div className="px-3 md:px-6">
      <Skeleton className="h-14" />
    </div>
  );
}
