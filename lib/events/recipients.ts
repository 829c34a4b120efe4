import type { CreateSubscriberBody } from '#lib/subscribers/schema.ts';
import type { TriggerBody } from './schema.ts';

/** A subscriber's ID, or a subscriber to create or update. */
export type SubscriberRecipient = string | CreateSubscriberBody;

/** The subscribers that a trigger reaches. */
export interface Audience {
  /** Recipients by `subscriberId`. Their runs are created in the trigger's own transaction. */
  subscribers: ReadonlyMap<string, SubscriberRecipient>;
  /** The excluded `subscriberId`s by topic key. A fan-out reaches the topics' other subscribers. */
  topics: ReadonlyMap<string, readonly string[]>;
  /** Whether a fan-out reaches every subscriber of the environment. */
  isBroadcast: boolean;
}

/** Returns each subscriber and topic once. If a trigger names a subscriber or topic twice, the last entry counts. */
export function audienceOf(to: TriggerBody['to']): Audience {
  const subscribers = new Map<string, SubscriberRecipient>();
  const topics = new Map<string, readonly string[]>();
  for (const recipient of Array.isArray(to) ? to : [to]) {
    if (typeof recipient === 'string') subscribers.set(recipient, recipient);
    else if ('topicKey' in recipient) topics.set(recipient.topicKey, recipient.exclude ?? []);
    else subscribers.set(recipient.subscriberId, recipient);
  }
  return { subscribers, topics, isBroadcast: false };
}

export const ALL_SUBSCRIBERS: Audience = { subscribers: new Map(), topics: new Map(), isBroadcast: true };

/** Returns the subscriber IDs and addresses by which a refused trigger can be found. */
export function keysOf(recipient: SubscriberRecipient): string[] {
  if (typeof recipient === 'string') return [recipient];
  const { subscriberId, email, phone } = recipient;
  return [subscriberId, email, phone].filter((key) => typeof key === 'string');
}
