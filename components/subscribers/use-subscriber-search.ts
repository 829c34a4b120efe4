import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '#components/ui/use-debounced.ts';
import type { ApiFailure } from '#lib/api/client.ts';
import { subscriberQueries } from '#lib/subscribers/client.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';

const delayMs = 120;

export interface SubscriberSearch {
  /** Those who match `text`, the one with exactly this id first. Until they arrive, those of the text before. */
  subscribers: Subscriber[];
  /** Whether `subscribers` are those of the text before. */
  isOutdated: boolean;
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
  const hasText = text !== '';
  const byId = useQuery({
    ...subscriberQueries.list(environmentId, { subscriberId: text, limit: 1 }),
    enabled: enabled && hasText,
  });
  const matching = useQuery({
    ...subscriberQueries.list(environmentId, { ...(hasText && { q: text }), limit }),
    enabled,
  });
  const results = hasText ? [byId, matching] : [matching];
  const found = new Map<string, Subscriber>();
  for (const { data } of results) for (const one of data?.data ?? []) found.set(one.subscriberId, one);
  return {
    subscribers: [...found.values()].slice(0, limit),
    isOutdated: results.some(({ isPlaceholderData }) => isPlaceholderData),
    text,
    isFetching: results.some(({ isFetching }) => isFetching) || text !== typed.trim(),
    error: results.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const { refetch } of results) void refetch();
    },
  };
}
