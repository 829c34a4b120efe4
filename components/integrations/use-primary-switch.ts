'use client';

import { useQuery } from '@tanstack/react-query';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import type { Integration, PrimarySwitch } from '#lib/integrations/schema.ts';
import { timesAt } from '#lib/time/day-time.ts';

/** Returns the change in the last 24 hours by which the integration stopped being primary. Undefined if there is none. */
function useReplacedBy({ _id, primary }: Integration): PrimarySwitch | undefined {
  const { id } = useEnvironment();
  const { data } = useQuery(integrationQueries.primarySwitches(id));
  return primary ? undefined : data?.find(({ formerIntegrationId }) => formerIntegrationId === _id);
}

/** Returns the time until which the integration was primary: "05:25". Undefined if it was not in the last 24 hours. */
export function usePrimaryUntil(integration: Integration): string | undefined {
  const { now, zone } = useReader();
  const replaced = useReplacedBy(integration);
  return replaced && timesAt(now, zone).time(replaced.switchedAt);
}
