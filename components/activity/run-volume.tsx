'use client';

import { useQuery } from '@tanstack/react-query';
import { ZoomOut } from 'lucide-react';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import { type ActivityQuery, activityInput } from './activity-query.ts';
import { VolumeChart } from './volume-chart.tsx';

interface Props {
  query: ActivityQuery;
  until: number;
  onChange: (change: Partial<ActivityQuery>) => void;
}

/** The chart above the list: what the filters match, over the range. */
export function RunVolume({ query, until, onChange }: Props) {
  const environment = useEnvironment();
  const { data, error } = useQuery(notificationQueries.volume(environment.id, activityInput(query, until)));
  const isZoomed = Boolean(query.from && query.to);
  // The list says what went wrong.
  if (error) return null;
  return (
    <div className="relative min-h-21">
      {data ? (
        <VolumeChart
          volume={data}
          zone={query.zone || undefined}
          onZoom={(from, to) => onChange({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })}
        />
      ) : (
        <div className="px-3 md:px-6">
          <Skeleton className="h-14" />
        </div>
      )}
      {isZoomed && (
        <Button
          size="sm"
          onClick={() => onChange({ from: '', to: '' })}
          className="absolute top-0 right-3 bg-surface md:right-6"
        >
          <ZoomOut aria-hidden />
          Whole range
        </Button>
      )}
    </div>
  );
}
