import { integrationBreakers } from '#lib/engine/admission/breaker-rows.ts';
import type { IntegrationRow } from './query.ts';

/**
 * Ends the outage of an integration that no longer sends, because it is inactive, deleted or in sandbox mode. Otherwise
 * the outage would never end: only an attempt that reaches the provider ends an outage.
 */
export async function endOutageWithoutAttempts(
  { environmentId, id, active, sandbox }: Pick<IntegrationRow, 'environmentId' | 'id' | 'active' | 'sandbox'>,
  at: Date,
): Promise<void> {
  if (sandbox || !active) await integrationBreakers.close(environmentId, id, at);
}
