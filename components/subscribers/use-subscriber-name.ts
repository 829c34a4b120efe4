import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { subscriberQueries } from '#lib/subscribers/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { ListedSubscriber } from '#lib/subscribers/schema.ts';

/** Returns the chosen subscriber's name, or the ID while loading or if there is no such subscriber. */
export function useSubscriberName(subscriberId: string | null): string | undefined {
  const found = useSubscriberWithId(subscriberId);
  return found ? nameOf(found) : (subscriberId ?? undefined);
}

/** Returns the subscriber with exactly this ID. Undefined while loading, null if there is none. */
export function useSubscriberWithId(subscriberId: string | null): ListedSubscriber | null | undefined {
  const { id } = useEnvironment();
  const exact = subscriberQueries.list(id, { subscriberId: subscriberId ?? '', limit: 1 });
  const { data, isPlaceholderData } = useQuery({ ...exact, enabled: subscriberId !== null });
  return isPlaceholderData ? undefined : data && (data.data.find((one) => one.subscriberId === subscriberId) ?? null);
}
