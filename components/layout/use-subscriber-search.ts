import { useQueries } from '@tanstack/react-query';
import { type SubscriberListInput, subscriberQueries } from '#lib/subscribers/client.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';

const limit = 6;

/** Finds subscribers: an @ means e-mail, digits a phone or an id, anything else a name or an id. */
export function useSubscriberSearch(
  environmentId: string,
  needle: string,
): { data: Subscriber[]; isFetching: boolean } {
  return useQueries({
    queries: fieldsFor(needle).map((input) => subscriberQueries.list(environmentId, input)),
    combine: (results) => {
      const found = new Map<string, Subscriber>();
      for (const { data } of results) for (const person of data?.data ?? []) found.set(person.subscriberId, person);
      return { data: [...found.values()].slice(0, limit), isFetching: results.some((result) => result.isFetching) };
    },
  });
}

function fieldsFor(needle: string): SubscriberListInput[] {
  if (needle.length < 2) return [];
  if (needle.includes('@')) return [{ email: needle, limit }];
  const exact = { subscriberId: needle, limit: 1 };
  if (/^[+\d][\d\s()-]*$/.test(needle)) return [exact, { phone: needle.replace(/[\s()-]/g, ''), limit }];
  const names = new Set([needle, needle.charAt(0).toUpperCase() + needle.slice(1)]);
  return [exact, ...[...names].map((name) => ({ name, limit })), { email: needle, limit: 3 }];
}
