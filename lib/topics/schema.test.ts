import { expect, test } from 'vitest';
import { SubscriptionParams, TopicParams, TopicSubscriberParams } from './schema.ts';

test('keys and identifiers in paths have a largest length', () => {
  const key = (length: number) => 'k'.repeat(length);
  const isValid = (length: number) => ({
    topicKey: TopicParams.safeParse({ topicKey: key(length) }).success,
    subscriptionId: SubscriptionParams.safeParse({ topicKey: 'news', subscriptionId: key(length) }).success,
    subscriberId: TopicSubscriberParams.safeParse({ topicKey: 'news', subscriberId: key(length) }).success,
  });
  expect(isValid(0)).toEqual({ topicKey: false, subscriptionId: false, subscriberId: false });
  expect(isValid(255)).toEqual({ topicKey: true, subscriptionId: true, subscriberId: true });
  expect(isValid(256)).toEqual({ topicKey: false, subscriptionId: true, subscriberId: false });
  expect(isValid(513)).toEqual({ topicKey: false, subscriptionId: false, subscriberId: false });
});
