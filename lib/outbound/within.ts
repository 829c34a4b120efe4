import type { Outbound } from './outbound.ts';

/** Returns the given outbound with one time limit for all its requests together. */
export function within(limitMs: number, outbound: Outbound): Outbound {
  const end = performance.now() + limitMs;
  const left = () => Math.max(1, Math.round(end - performance.now()));
  return {
    ...outbound,
    fetch: (url, request) =>
      outbound.fetch(url, { ...request, timeoutMs: Math.min(request.timeoutMs ?? limitMs, left()) }),
  };
}
