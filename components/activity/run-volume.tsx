'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { RunSummaryPage } from '#lib/notifications/run-summary.ts';
import { type ActivityQuery, activityInput } from './activity-query.ts';
import { runsText } from './runs-text.ts';
import { useLastGood } from './use-last-good.ts';
import { WholeRange } from './whole-range.tsx';

const loadChart = () => import('./volume-chart.tsx').then((module) => module.VolumeChart);
const VolumeChart = dynamic(loadChart, { ssr: false, loading: () => <ChartSkeleton /> });

interface Props {
  query: ActivityQuery;
  until: number;
  /** The rows below the chart. Undefined while they load. */
  runs: RunSummaryPage | undefined;
  onChange: (change: Partial<ActivityQuery>) => void;
}

/** Below this number of runs, a sentence replaces the chart. */
const WORTH_A_CHART = 10;

/** The volume of the filtered runs: a chart, for few runs a sentence, and without runs nothing. */
export function RunVolume({ query, until, runs, onChange }: Props) {
  const onWhole = query.from && query.to ? () => onChange({ from: '', to: '' }) : undefined;
  const isFew = runs && runs.page === 0 && !runs.hasMore && runs.data.length < WORTH_A_CHART;
  if (!isFew) return <Chart query={query} until={until} onChange={onChange} onWhole={onWhole} />;
  const failed = runs.data.filter(({ status }) => status === 'failed').length;
  if (runs.data.length === 0 && !onWhole) return null;
  return (
    <p className="flex h-8 items-center gap-2 page-x text-xs text-faint" data-numeric>
      {runsText(runs.data.length, failed)}
      {onWhole && <WholeRange onClick={onWhole} />}
    </p>
  );
}

interface ChartProps extends Omit<Props, 'runs'> {
  onWhole: (() => void) | undefined;
}

function Chart({ query, until, onChange, onWhole }: ChartProps) {
  const environment = useEnvironment();
  useEffect(() => void loadChart(), []);
  const reader = useReader();
  const zone = query.zone || reader.zone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  const read = useQuery(notificationQueries.volume(environment.id, activityInput(query, until), zone));
  const data = useLastGood(read, JSON.stringify(query));
  // The list already shows the error.
  if (read.error && !data) return null;
  return (
    <div className="min-h-24">
      {data ? (
        <VolumeChart
          volume={data}
          zone={query.zone || undefined}
          onZoom={(from, to) => onChange({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })}
          onWhole={onWhole}
        />
      ) : (
        <ChartSkeleton />
      )}
    </div>
  );
}

/** A placeholder with the height of the bars. */
function ChartSkeleton() {
  return (
    <div className="page-x">
      <Skeleton className="h-16" />
    </div>
  );
}
