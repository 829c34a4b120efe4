import type { Prisma, Topic as TopicRow } from '#prisma/generated/client.ts';
import { preferencesWire, readWorkflowSummaries, type SubscriptionCondition } from './conditions.ts';
import type { Subscription, Topic } from './schema.ts';

export function topicWire({ id, key, name, data, createdAt, updatedAt }: TopicRow): Topic {
  return {
    _id: id,
    key,
    ...(name !== null && { name }),
    ...(data !== null && { data: data as Topic['data'] }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The related rows that Prisma reads together with a subscription. */
export const SUBSCRIPTION_PARTS = {
  topic: true,
  subscriber: {
    select: { id: true, subscriberId: true, avatar: true, firstName: true, lastName: true, email: true },
  },
} as const satisfies Prisma.TopicSubscriptionInclude;

export type SubscriptionRow = Prisma.TopicSubscriptionGetPayload<{ include: typeof SUBSCRIPTION_PARTS }>;

export function conditionsOf({ conditions }: Pick<SubscriptionRow, 'conditions'>): SubscriptionCondition[] {
  return (conditions ?? []) as unknown as SubscriptionCondition[];
}

/** Returns subscriptions as wire shapes, in the same order. */
export async function subscriptionsWire(
  environmentId: string,
  rows: readonly SubscriptionRow[],
): Promise<Subscription[]> {
  const workflows = await readWorkflowSummaries(environmentId, rows.flatMap(conditionsOf));
  return rows.map((row) => {
    const { id, ...subscriber } = row.subscriber;
    const preferences = preferencesWire(row.id, conditionsOf(row), workflows);
    return {
      _id: row.id,
      identifier: row.identifier,
      ...(row.name !== null && { name: row.name }),
      topic: topicWire(row.topic),
      subscriber: { _id: id, ...subscriber },
      ...(preferences.length > 0 && { preferences }),
      ...(row.contextKeys.length > 0 && { contextKeys: row.contextKeys }),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}
