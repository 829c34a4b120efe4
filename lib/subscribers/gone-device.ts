/** Raw statement: it removes tokens in place, while callers may add others to the same list. */
import { hotQuery } from '#lib/postgres/db.ts';

interface GoneDevice {
  environmentId: string;
  /** Subscriber.id */
  subscriberId: string;
  providerId: string;
  tokens: readonly string[];
}

/** Removes the tokens of a device that no longer exists, as an attempt to send does. Must run in a transaction. */
export async function removeGoneDevice({ environmentId, subscriberId, providerId, tokens }: GoneDevice, now: Date) {
  if (tokens.length === 0) return;
  await hotQuery('subscriber-channels-gone', GONE, [environmentId, subscriberId, providerId, tokens, now]);
}

const GONE = `UPDATE subscriber_channels c
  SET device_tokens = ARRAY(SELECT t FROM unnest(c.device_tokens) AS t WHERE t <> ALL ($4::text[])), updated_at = $5
  WHERE c.environment_id = $1 AND c.subscriber_id = $2 AND c.provider_id = $3 AND c.device_tokens && $4::text[]`;
