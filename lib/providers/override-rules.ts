/** Overrides that a vendor would refuse with every message. */
import { isObject } from '#lib/json/values.ts';

/** Data keys that FCM reserves: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages */
export const FCM_RESERVED = /^(from|message_type|google\..*|gcm\..*)$/;

/** Returns the path and the problem of invalid entries in `overrides.providers`. */
export function overrideProblems(providers: Record<string, unknown>): { path: string[]; message: string }[] {
  const { fcm } = providers;
  if (!isObject(fcm) || !isObject(fcm.data)) return [];
  const reserved = Object.keys(fcm.data).filter((key) => FCM_RESERVED.test(key));
  return reserved.map((key) => ({ path: ['fcm', 'data', key], message: 'is reserved by the provider' }));
}
