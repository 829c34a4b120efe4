/** Whether Belfry can register the event address of an integration at its provider. */
import { env } from '#lib/env.ts';
import { lacksCredential } from '#lib/integrations/credentials.ts';
import type { IntegrationRow } from '#lib/integrations/query.ts';
import { BlockedError, outboundGuard } from '#lib/outbound/guard.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { EventSource } from '#lib/providers/events/event-source.ts';
import type { CredentialField } from '#lib/providers/provider.ts';
import { loadProvider } from '#lib/providers/registry.ts';
import { isNeeded } from '#lib/providers/required-fields.ts';
import { listText } from '#lib/text/list-text.ts';

/** Whether the provider has an API for registering event addresses, and Belfry uses this API. */
export async function canRegister({ providerId }: IntegrationRow): Promise<boolean> {
  const provider = await loadProvider(providerId);
  return provider !== undefined && 'registerEvents' in provider && provider.registerEvents !== undefined;
}

/** Returns the reason why the address cannot be registered at present. Undefined if it can be registered. */
export function whyNotRegistered(
  { name, providerId, credentials, sandbox }: IntegrationRow,
  { registeredWith = [] }: EventSource,
): string | undefined {
  if (!isPublic(env().PUBLIC_URL))
    return 'Belfry has no address that the provider can reach: set PUBLIC_URL to a public https address';
  if (sandbox) return `The integration ${name} is in sandbox mode: switch sandbox mode off first`;
  const has = (key: string) => !lacksCredential(credentials, key);
  const fields = findProvider(providerId)?.credentials ?? [];
  const isRequired = (field: CredentialField) => isNeeded(field, has) || registeredWith.includes(field.key);
  const missing = fields.filter((field) => isRequired(field) && !has(field.key));
  if (missing.length === 0) return undefined;
  return `Enter the credentials first: ${listText(missing.map(({ displayName }) => displayName))}`;
}

/** Names that only a local network resolves (RFC 6761, RFC 6762 and ICANN’s `internal`). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/** Whether a URL is an https address with a public name or IP address. */
function isPublic(url: string | undefined): boolean {
  const parsed = url === undefined ? null : URL.parse(url);
  if (parsed?.protocol !== 'https:') return false;
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  if (PRIVATE_NAME.test(host) || !/[.:]/.test(host)) return false;
  try {
    outboundGuard([]).assertLiteral(host);
    return true;
  } catch (error) {
    if (error instanceof BlockedError) return false;
    throw error;
  }
}
