import { useQueries } from '@tanstack/react-query';
import { useSession } from '#components/layout/session.tsx';
import type { Environment } from '#lib/environments/schema.ts';
import { workflowQueries } from '#lib/workflows/client.ts';

/** Returns the other environments that have workflows to publish, each with their number. Empty until loaded. */
export function useSources(): (Environment & { count: number })[] {
  const { environments, environment: here } = useSession();
  const others = environments.filter(({ _id }) => _id !== here._id);
  return useQueries({
    queries: others.map(({ _id }) => workflowQueries.list(_id, { limit: 1 })),
    combine: (lists) =>
      others
        .map((environment, at) => ({ ...environment, count: lists[at]?.data?.totalCount ?? 0 }))
        .filter(({ count }) => count > 0),
  });
}
