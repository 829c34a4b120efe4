import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';
import { findSubscriberIds } from '#lib/subscribers/find.ts';
import { resultOf, takenIdentifier, unknownSubscriber, type Wanted } from './results.ts';
import type { SubscriptionResults } from './schema.ts';
import { SUBSCRIPTION_PARTS, type SubscriptionRow, subscriptionsWire } from './wire.ts';

/** Returns the result that subscribing would have, with the existing subscriptions as `data`. Saves nothing. */
export async function triedSubscriptions(
  { environmentId }: Ctx,
  key: string,
  wanted: readonly Wanted[],
  contextKeys: readonly string[],
): Promise<SubscriptionResults> {
  const subscriberIds = wanted.map((each) => each.subscriberId);
  const identifiers = wanted.map((each) => each.identifier);
  const [topic, subscribers, rows] = [
    await prisma().topic.findFirst({ where: { environmentId, key } }),
    await findSubscriberIds(environmentId, subscriberIds),
    await prisma().topicSubscription.findMany({
      where: { environmentId, identifier: { in: identifiers } },
      include: SUBSCRIPTION_PARTS,
    }),
  ];
  const byIdentifier = new Map(rows.map((row) => [row.identifier, row]));
  const isSame = (row: SubscriptionRow, subscriberId: string) =>
    row.topicId === topic?.id &&
    row.subscriber.subscriberId === subscriberId &&
    row.contextKeys.join() === contextKeys.join();
  const found = wanted.map((each) => ({ ...each, row: byIdentifier.get(each.identifier) }));
  const existing = found.flatMap(({ row, subscriberId }) => (row && isSame(row, subscriberId) ? [row] : []));
  const errors = found.flatMap(({ row, subscriberId, identifier }) => {
    if (!subscribers.has(subscriberId)) return unknownSubscriber(subscriberId);
    return row && !isSame(row, subscriberId) ? takenIdentifier(subscriberId, identifier) : [];
  });
  return resultOf(wanted.length, await subscriptionsWire(environmentId, existing), errors);
}
