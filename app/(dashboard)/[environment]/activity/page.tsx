import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { ActivityPage } from '#components/activity/activity-page.tsx';
import { activityInput, activityParsers } from '#components/activity/activity-query.ts';
import { firstPaint, prefetch } from '#lib/api/prefetch.ts';
import { ANY_RUN, notificationQueries } from '#lib/notifications/client.ts';

export const metadata: Metadata = { title: 'Activity' };

interface Props {
  params: Promise<{ environment: string }>;
  searchParams: Promise<SearchParams>;
}

const loadQuery = createLoader(activityParsers);

export default async function Page({ params, searchParams }: Props) {
  const [{ environment }, query, { at }] = await Promise.all([params, loadQuery(searchParams), firstPaint()]);
  const first = await prefetch(environment, async (client, id) => {
    const runs = notificationQueries.summaries(id, activityInput(query, at));
    await client.prefetchQuery(runs);
    // Before its first run, an environment shows how to trigger one.
    if (client.getQueryData(runs.queryKey)?.data.length === 0)
      await client.prefetchQuery(notificationQueries.summaries(id, ANY_RUN));
  });
  return <ActivityPage first={first} />;
}
