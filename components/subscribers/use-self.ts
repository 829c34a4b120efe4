import { useQuery } from '@tanstack/react-query';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import type { NamedSubscriber } from '#lib/events/client.ts';
import { subscriberQueries } from '#lib/subscribers/client.ts';

export type Self = { subscriber: NamedSubscriber; isNew: boolean } | undefined;

/**
 * Returns the signed-in user as a subscriber: the subscriber with the user's email address, otherwise a new subscriber.
 */
export function useSelf(): Self {
  const { id } = useEnvironment();
  const { name, email } = useSession().user;
  const { data } = useQuery(subscriberQueries.list(id, { email, limit: 1 }));
  if (!data) return undefined;
  const [known] = data.data;
  if (known) return { subscriber: { subscriberId: known.subscriberId }, isNew: false };
  const [firstName = name, ...others] = name.split(' ');
  const lastName = others.length > 0 ? { lastName: others.join(' ') } : {};
  return { subscriber: { subscriberId: email, email, firstName, ...lastName }, isNew: true };
}
