import { env } from '#lib/env.ts';
import type { Call } from './call.ts';
import type { Operation } from './operation.ts';

/** undefined when there is nothing to wait for, so that the ordinary case costs nothing. */
export function limitRate(_operation: Operation, call: Call): Promise<void> | undefined {
  if (!env().RATE_LIMITS || call.ctx?.actor.type !== 'apiKey') return undefined;
  return undefined;
}
