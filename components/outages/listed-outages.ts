'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import type { Integration, IntegrationUsage } from '#lib/integrations/schema.ts';
import { LASTING_MS, type OutageKey } from '#lib/outages/client.ts';

export type ListedOutage = OutageKey & IntegrationUsage['outages'][number] & { name: string };

/** Reads the outages of all integrations that send through a provider, as the state of one list. */
export function useListedOutages() {
  const { id } = useEnvironment();
  const integrations = useQuery(integrationQueries.list(id));
  const senders = (integrations.data ?? []).filter(({ channel, kind }) => channel !== 'in_app' && kind !== 'agent');
  const usages = useQueries({
    queries: senders.map(({ _id = '' }) => ({ ...integrationQueries.usage(id, _id), refetchInterval: LASTING_MS })),
  });
  const reads = [integrations, ...usages];
  const isRead = reads.every(({ data }) => data !== undefined);
  return {
    query: {
      isPending: !isRead,
      isFetching: reads.some(({ isFetching }) => isFetching),
      isPlaceholderData: false,
      error: reads.find(({ error }) => error)?.error ?? null,
      refetch: () => reads.filter(({ error }) => error).map((read) => read.refetch()),
    },
    outages: isRead ? newestFirst(senders.map((sender, at) => [sender, usages[at]?.data?.outages ?? []])) : undefined,
  };
}

type Found = [Pick<Integration, '_id' | 'name'>, IntegrationUsage['outages']];

/** Returns the outages of all integrations: those in progress first, then the newest. */
export function newestFirst(found: readonly Found[]): ListedOutage[] {
  const all = found.flatMap(([{ _id = '', name }, outages]) =>
    outages.map((outage) => ({ ...outage, integrationId: _id, name })),
  );
  const isOver = ({ closedAt }: ListedOutage) => (closedAt === undefined ? 0 : 1);
  return all.sort((one, other) => isOver(one) - isOver(other) || other.openedAt.localeCompare(one.openedAt));
}
