import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { fieldLabel } from '#lib/providers/catalogue/field-label.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { goesToNewest, supportsPrimary } from '#lib/providers/primary.ts';
import { missingFields } from '#lib/providers/required-fields.ts';
import { needsCredentials } from './rules.ts';
import type { Integration } from './schema.ts';

/** Returns why the integration cannot become primary, as text. Undefined if it can. Credentials may be masked. */
export function whyNotPrimary(integration: Integration): string | undefined {
  const { primary, channel, deleted } = integration;
  if (deleted) return 'This integration is deleted';
  if (!supportsPrimary(channel)) return 'Only email and SMS have a primary integration';
  if (primary) return 'This integration is already primary';
  const missing = missingCredentials(integration);
  return missing.length > 0 ? `Enter the missing credentials first: ${missing.join(', ')}` : undefined;
}

/** Returns which messages of its channel an integration gets, in one sentence. Mirrors the choice of the engine. */
export function orderText(integration: Integration, siblings: readonly Integration[]): string {
  const { active, channel, primary, conditions = [], _id } = integration;
  if (!active) return 'Nothing while the integration is inactive.';
  if (goesToNewest(channel)) {
    const used = newestInUse(channel, siblings);
    return used?._id === _id
      ? 'Every message: this is the newest active integration.'
      : `Nothing: ${used?.name} is newer.`;
  }
  if (!supportsPrimary(channel)) return 'Subscribers whose devices or addresses are registered with this integration.';
  if (conditions.length > 0) return 'Runs that match its conditions, before the primary integration.';
  if (primary) return 'Every message, except messages that match the conditions of another integration.';
  return 'Triggers that name this integration, and failover if that is on.';
}

/**
 * Returns the newest active integration of a channel whose messages go through its newest integration, unless a trigger
 * requests another integration. Undefined for other channels.
 */
export function newestInUse(channel: Channel | null | undefined, integrations: readonly Integration[]) {
  if (!goesToNewest(channel)) return undefined;
  const active = integrations.filter(({ active }) => active);
  return active.reduce<Integration | undefined>(
    (newest, one) => (newest && (newest._id ?? '') > (one._id ?? '') ? newest : one),
    undefined,
  );
}

/** Returns the names of missing required credentials. Empty for callers who may not see credentials. */
function missingCredentials({ providerId, credentials, sandbox = false }: Integration): string[] {
  if (!credentials || !needsCredentials({ active: true, sandbox })) return [];
  const fields = findProvider(providerId)?.credentials ?? [];
  return missingFields(fields, credentials).map(fieldLabel);
}
