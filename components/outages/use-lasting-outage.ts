'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import type { OutageList } from '#lib/integrations/schema.ts';
import type { OutageKey } from '#lib/outages/client.ts';
import type { WireReason } from '#lib/reasons/schema.ts';

/** A step or message: why it waits, and its integration. */
export interface Waiting {
  reason?: WireReason | undefined;
  integration?: { _id: string } | undefined;
}

/** Returns the outage in progress whose end the step or message awaits. Undefined if there is no such outage. */
export function useLastingOutage(waiting: Waiting | undefined): OutageKey | undefined {
  const { id } = useEnvironment();
  const waits = waiting?.reason?.code === 'provider_unavailable' || waiting?.reason?.code === 'retry_waiting';
  const { data = [] } = useQuery({ ...integrationQueries.outages(id), enabled: waits });
  const lasting = waits ? lastingOutage(data, waiting) : undefined;
  return lasting && { integrationId: lasting.integration._id, openedAt: lasting.openedAt };
}

/** Finds the outage by the start that the reason contains, or by the integration if the step itself made an attempt. */
export function lastingOutage(outages: OutageList, { reason, integration }: Waiting): OutageList[number] | undefined {
  return (
    outages.find(({ openedAt }) => openedAt === reason?.evidence.since) ??
    outages.find((outage) => outage.integration._id === integration?._id)
  );
}
