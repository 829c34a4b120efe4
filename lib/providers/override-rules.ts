/** What overrides of a provider must not hold, because the vendor would refuse every message with it. */
import { isObject } from '#lib/json.ts';

/** Keys of data that FCM keeps for itself: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages */
export const FCM_RESERVED = /^(from|message_type|google\..*|gcm\..*)$/;

/** The path and the problem of what is wrong in `overrides.providers`, by provider. */
export function overrideProblems(providers: Record<string, unknown>): { path: string[]; message: string }[] {
  const { fcm } = providers;
  if (!isObject(fcm) || !isObject(fcm.data)) return [];
  const reserved = Object.keys(fcm.data).filter((key) => FCM_RESERVED.test(key));
  return reserved.map((key) => ({ path: ['fcm', 'data', key], message: 'is reserved by the provider' }));
}
