'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';

/** Returns the number of messages that wait for the integration. Undefined if none does, or if it is reachable. */
export function useWaiting(integrationId: string, isUnreachable: boolean) {
  const { id } = useEnvironment();
  const { data } = useQuery({ ...integrationQueries.outages(id), enabled: isUnreachable });
  return data?.find(({ integration, waiting }) => integration._id === integrationId && waiting > 0);
}
