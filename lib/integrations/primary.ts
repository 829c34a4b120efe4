import { findProvider } from '#lib/providers/catalogue.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { goesToNewest, supportsPrimary } from '#lib/providers/primary.ts';
import { needsCredentials } from './rules.ts';
import type { Integration } from './schema.ts';

/** A text that says why the integration cannot become primary. Undefined when it can. Credentials may be masked. */
export function whyNotPrimary(integration: Integration): string | undefined {
  const { primary, channel, deleted } = integration;
  if (deleted) return 'It is deleted';
  if (!supportsPrimary(channel)) return 'Only email and SMS have a primary integration';
  if (primary) return 'It is the primary one already';
  const missing = missingCredentials(integration);
  return missing.length > 0 ? `It lacks ${missing.join(', ')}: edit it to add what is missing` : undefined;
}

/**
 * The one of a channel's integrations that its messages go to where the newest active one gets them. Undefined for other
 * channels. A trigger may ask for another one.
 */
export function newestInUse(channel: Channel | null | undefined, integrations: readonly Integration[]) {
  if (!goesToNewest(channel)) return undefined;
  const active = integrations.filter(({ active }) => active);
  return active.reduce<Integration | undefined>(
    (newest, one) => (newest && (newest._id ?? '') > (one._id ?? '') ? newest : one),
    undefined,
  );
}

/** The names of missing required credentials. Empty for callers who may not see credentials. */
function missingCredentials({ providerId, credentials, sandbox = false }: Integration): string[] {
  if (!credentials || !needsCredentials({ active: true, sandbox })) return [];
  const fields = findProvider(providerId)?.credentials ?? [];
  return fields
    .filter(({ key, required }) => required && (credentials[key] ?? '') === '')
    .map(({ displayName }) => displayName);
}
