'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';

/** Returns the outage in progress of the integration, with the number of waiting messages. Undefined if there is none. */
export function useIntegrationOutage(integrationId: string, isUnreachable: boolean) {
  const { id } = useEnvironment();
  const { data } = useQuery({ ...integrationQueries.outages(id), enabled: isUnreachable });
  return data?.find(({ integration }) => integration._id === integrationId);
}
