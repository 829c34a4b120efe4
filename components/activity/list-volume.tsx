'use client';

import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { ApiFailure } from '#lib/api/client.ts';
import type { RangedVolume } from '#lib/notifications/client.ts';
import { type RowNoun, runsText } from './runs-text.ts';
import type { TimeQuery } from './time-range.ts';
import { useLastGood } from './use-last-good.ts';
import { WholeRange } from './whole-range.tsx';

const loadChart = () => import('./volume-chart.tsx').then((module) => module.VolumeChart);
const VolumeChart = dynamic(loadChart, { ssr: false, loading: () => <ChartSkeleton /> });

interface Props<Key extends QueryKey> {
  noun: RowNoun;
  query: TimeQuery;
  /** The query for the counts, which runs only if the list is long. */
  read: UseQueryOptions<RangedVolume, ApiFailure, RangedVolume, Key>;
  /** Identifies the list without its time range. If the query fails, earlier counts with the same name are shown. */
  name: string;
  /** The rows below the chart if they are the whole list. Undefined while they load, or if there are more. */
  all: { count: number; failed: number } | undefined;
  onChange: (change: { from: string; to: string }) => void;
}

/** Below this number of rows, a sentence replaces the chart. */
const WORTH_A_CHART = 10;

/** The volume of a list: a chart, for few rows a sentence, and without rows nothing. */
export function ListVolume<Key extends QueryKey>({ all, ...props }: Props<Key>) {
  const { noun, query, onChange } = props;
  const onWhole = query.from && query.to ? () => onChange({ from: '', to: '' }) : undefined;
  if (!all || all.count >= WORTH_A_CHART) return <Chart {...props} onWhole={onWhole} />;
  if (all.count === 0 && !onWhole) return null;
  return (
    <p className="flex h-8 items-center gap-2 page-x text-xs text-faint" data-numeric>
      {runsText(all.count, all.failed, noun)}
      {onWhole && <WholeRange onClick={onWhole} />}
    </p>
  );
}

interface ChartProps<Key extends QueryKey> extends Omit<Props<Key>, 'all'> {
  onWhole: (() => void) | undefined;
}

function Chart<Key extends QueryKey>({ noun, query, read, name, onChange, onWhole }: ChartProps<Key>) {
  useEffect(() => void loadChart(), []);
  const counts = useQuery(read);
  const data = useLastGood(counts, name);
  // The list already shows the error.
  if (counts.error && !data) return null;
  return (
    <div className="min-h-24">
      {data ? (
        <VolumeChart
          noun={noun}
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
