import { useQuery } from '@tanstack/react-query';
import { matchesAll } from '#components/layout/matches-all.ts';
import { useDebounced } from '#components/ui/use-debounced.ts';
import type { ApiFailure } from '#lib/api/client.ts';
import { subscriberQueries } from '#lib/subscribers/client.ts';
import type { ListedSubscriber, Subscriber } from '#lib/subscribers/schema.ts';

const delayMs = 120;

export interface SubscriberSearch {
  /**
   * The matching subscribers. A subscriber with exactly this ID is first. During loading, contains the previous results
   * that match the new text, so that no row disappears under the pointer, and Enter never opens a subscriber who does
   * not match.
   */
  subscribers: ListedSubscriber[];
  /** The text that the subscribers match. It follows the typed text after a short delay. */
  text: string;
  isFetching: boolean;
  error: ApiFailure | null;
  retry: () => void;
}

interface Options {
  limit?: number;
  enabled?: boolean;
  /** Also reads the time of the last message and the failing channels of each subscriber. */
  withLastMessage?: boolean;
}

/** Finds subscribers by name, email, phone or ID during typing. Without a text, returns the newest. */
export function useSubscriberSearch(
  environmentId: string,
  typed: string,
  { limit = 8, enabled = true, withLastMessage = false }: Options = {},
): SubscriberSearch {
  const text = useDebounced(typed.trim(), delayMs);
  const hasText = text !== '';
  const more = withLastMessage && { includeLastMessage: true };
  const byId = useQuery({
    ...subscriberQueries.list(environmentId, { subscriberId: text, limit: 1, ...more }),
    enabled: enabled && hasText,
  });
  const matching = useQuery({
    ...subscriberQueries.list(environmentId, { ...(hasText && { q: text, orderBy: 'relevance' }), limit, ...more }),
    enabled,
  });
  const results = hasText ? [byId, matching] : [matching];
  const found = new Map<string, ListedSubscriber>();
  for (const { data } of results) for (const one of data?.data ?? []) found.set(one.subscriberId, one);
  const isWaiting = text !== typed.trim();
  const isOutdated = isWaiting || results.some(({ isPlaceholderData }) => isPlaceholderData);
  return {
    subscribers: [...found.values()].filter((one) => !isOutdated || matchesAll(searched(one), typed)).slice(0, limit),
    text,
    isFetching: isWaiting || results.some(({ isFetching }) => isFetching),
    error: results.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const { refetch } of results) void refetch();
    },
  };
}

function searched({ firstName, lastName, email, phone, subscriberId }: Subscriber): string {
  return [firstName, lastName, email, phone, subscriberId].filter(Boolean).join(' ');
}
