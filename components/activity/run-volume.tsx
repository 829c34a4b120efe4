'use client';

import { useEnvironment } from '#components/layout/session.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { RunSummaryPage } from '#lib/notifications/list/run-summary.ts';
import { type ActivityQuery, activityInput } from './activity-query.ts';
import { ListVolume } from './list-volume.tsx';
import { useChartZone } from './use-chart-zone.ts';

interface Props {
  query: ActivityQuery;
  until: number;
  /** The rows below the chart. Undefined while they load. */
  runs: RunSummaryPage | undefined;
  onChange: (change: Partial<ActivityQuery>) => void;
}

/** The volume of the filtered runs. */
export function RunVolume({ query, until, runs, onChange }: Props) {
  const { id } = useEnvironment();
  const zone = useChartZone(query.zone);
  const isAll = runs?.page === 0 && !runs.hasMore;
  return (
    <ListVolume
      noun="run"
      query={query}
      read={notificationQueries.volume(id, activityInput(query, until), zone)}
      name={JSON.stringify(query)}
      all={isAll ? countsOf(runs) : undefined}
      onChange={onChange}
    />
  );
}

function countsOf({ data }: RunSummaryPage) {
  return { count: data.length, failed: data.filter(({ status }) => status === 'failed').length };
}
