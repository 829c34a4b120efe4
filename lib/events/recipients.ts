import type { CreateSubscriberBody } from '#lib/subscribers/schema.ts';
import type { TriggerBody } from './schema.ts';

/** A subscriber's id, or a subscriber to create or update. */
export type SubscriberRecipient = string | CreateSubscriberBody;

/** Whom a trigger reaches. */
export interface Audience {
  /** By `subscriberId`. They get their runs in the trigger's own transaction. */
  subscribers: ReadonlyMap<string, SubscriberRecipient>;
  /** By key, with the `subscriberId`s that are left out. A fan-out reaches their subscribers. */
  topics: ReadonlyMap<string, readonly string[]>;
  /** Whether a fan-out reaches every subscriber of the environment. */
  isBroadcast: boolean;
}

/** Each subscriber and topic once. When a trigger names one twice, the last entry counts. */
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

/** What a refused trigger is found by: subscriber ids and addresses. */
export function keysOf(recipient: SubscriberRecipient): string[] {
  if (typeof recipient === 'string') return [recipient];
  const { subscriberId, email, phone } = recipient;
  return [subscriberId, email, phone].filter((key) => typeof key === 'string');
}
