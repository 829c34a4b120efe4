import { integrationBreakers } from '#lib/engine/admission/breaker-rows.ts';
import type { IntegrationRow } from './query.ts';

/**
 * Ends the outage of an integration that no longer sends: an inactive or deleted one, or one in sandbox mode. No attempt
 * reaches its provider any more, which would otherwise end the outage.
 */
export async function endOutageWithoutAttempts(
  { environmentId, id, active, sandbox }: Pick<IntegrationRow, 'environmentId' | 'id' | 'active' | 'sandbox'>,
  at: Date,
): Promise<void> {
  if (sandbox || !active) await integrationBreakers.close(environmentId, id, at);
}
