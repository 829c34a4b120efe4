'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';

/** Returns the outage of the integration with the number of waiting messages. Undefined if no message waits. */
export function useWaiting(integrationId: string, isUnreachable: boolean) {
  const { id } = useEnvironment();
  const { data } = useQuery({ ...integrationQueries.outages(id), enabled: isUnreachable });
  return data?.find(({ integration, waiting }) => integration._id === integrationId && waiting > 0);
}
