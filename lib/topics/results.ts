import type { Subscription, SubscriptionFailure, SubscriptionResults } from './schema.ts';

/** A requested subscription. */
export interface Wanted {
  identifier: string;
  subscriberId: string;
  name?: string | undefined;
}

/** Returns the result of an operation on several subscriptions, of which `errors` failed. */
export function resultOf(totalCount: number, data: Subscription[], errors: SubscriptionFailure[]): SubscriptionResults {
  const meta = { totalCount, successful: totalCount - errors.length, failed: errors.length };
  return { data, meta, ...(errors.length > 0 && { errors }) };
}

export function failure(subscriberId: string, code: string, message: string): SubscriptionFailure {
  return { subscriberId, code, message };
}

export function unknownSubscriber(subscriberId: string): SubscriptionFailure {
  return failure(subscriberId, 'SUBSCRIBER_NOT_FOUND', `Subscriber with ID '${subscriberId}' could not be found`);
}

export function takenIdentifier(subscriberId: string, identifier: string): SubscriptionFailure {
  return failure(subscriberId, 'IDENTIFIER_TAKEN', `The identifier ${identifier} belongs to another subscription`);
}
