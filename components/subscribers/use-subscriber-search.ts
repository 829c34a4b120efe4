import { useQueries } from '@tanstack/react-query';
import { useDebounced } from '#components/ui/use-debounced.ts';
import type { ApiFailure } from '#lib/api/client.ts';
import { subscriberQueries } from '#lib/subscribers/client.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';

const delayMs = 120;

export interface SubscriberSearch {
  /** Those who match `text`, the one with exactly this id first. */
  subscribers: Subscriber[];
  /** The text that they match: what was typed, a moment ago. */
  text: string;
  isFetching: boolean;
  error: ApiFailure | null;
  retry: () => void;
}

/** Finds subscribers by name, e-mail, phone or id while somebody types. Without a text, the newest. */
export function useSubscriberSearch(
  environmentId: string,
  typed: string,
  { limit = 8, enabled = true }: { limit?: number; enabled?: boolean } = {},
): SubscriberSearch {
  const text = useDebounced(typed.trim(), delayMs);
  const inputs =
    text === ''
      ? [{ limit }]
      : [
          { subscriberId: text, limit: 1 },
          { q: text, limit },
        ];
  return useQueries({
    queries: inputs.map((input) => ({ ...subscriberQueries.list(environmentId, input), enabled })),
    combine: (results) => {
      const found = new Map<string, Subscriber>();
      for (const { data } of results) for (const one of data?.data ?? []) found.set(one.subscriberId, one);
      return {
        subscribers: [...found.values()].slice(0, limit),
        text,
        isFetching: results.some((result) => result.isFetching) || text !== typed.trim(),
        error: results.find((result) => result.error)?.error ?? null,
        retry: () => {
          for (const result of results) void result.refetch();
        },
      };
    },
  });
}
