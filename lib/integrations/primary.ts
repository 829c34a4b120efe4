import { findProvider } from '#lib/providers/catalogue.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { goesToNewest, supportsPrimary } from '#lib/providers/primary.ts';
import { needsCredentials } from './rules.ts';
import type { Integration } from './schema.ts';

/** Returns why the integration cannot become primary, as text. Undefined if it can. Credentials may be masked. */
export function whyNotPrimary(integration: Integration): string | undefined {
  const { primary, channel, deleted } = integration;
  if (deleted) return 'It is deleted';
  if (!supportsPrimary(channel)) return 'Only email and SMS have a primary integration';
  if (primary) return 'It is the primary one already';
  const missing = missingCredentials(integration);
  return missing.length > 0 ? `It lacks ${missing.join(', ')}: edit it to add what is missing` : undefined;
}

/**
 * Returns the newest active integration of a channel that sends through its newest one, unless a trigger requests another.
 * Undefined for other channels.
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
  return fields
    .filter(({ key, required }) => required && (credentials[key] ?? '') === '')
    .map(({ displayName }) => displayName);
}
