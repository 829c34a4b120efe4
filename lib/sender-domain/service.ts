import { LRUCache } from 'lru-cache';
import type { Ctx } from '#lib/api/context.ts';
import { showCredentials } from '#lib/integrations/credentials.ts';
import { requireIntegration } from '#lib/integrations/service.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { textOf } from '#lib/providers/credential.ts';
import { asciiDomain } from '#lib/providers/email-address.ts';
import { parseMailbox } from '#lib/providers/mailbox.ts';
import { loadProvider } from '#lib/providers/registry.ts';
import { CANNOT_BE_READ } from '#lib/unreadable.ts';
import { checkRecords, type Sending } from './check.ts';
import { withDns } from './dns.ts';
import type { SenderDomain } from './schema.ts';

/** Milliseconds for which a result is kept. */
const KEPT_MS = 300_000;

const results = new LRUCache<string, Promise<SenderDomain>>({ max: 1_000, ttl: KEPT_MS });

/**
 * Checks the DNS records of the domain of an email integration's sender: SPF and DKIM for its vendor, and DMARC. The
 * result is advice, and never keeps an integration from sending. It is kept for five minutes.
 *
 * @param servers the DNS servers. Default: the DNS servers of the system.
 * @throws ApiError `not_found`.
 */
export async function senderDomain(
  ctx: Ctx,
  integrationId: string,
  servers?: readonly string[],
): Promise<SenderDomain> {
  const row = await requireIntegration(ctx, integrationId);
  if (row.channel !== 'email') return { notChecked: 'Only email integrations have a sender domain.', records: [] };
  const credentials = showCredentials(row.credentials, { environmentId: row.environmentId, integrationId });
  if (Object.values(credentials).includes(CANNOT_BE_READ))
    return { notChecked: 'The credentials of the integration cannot be read.', records: [] };
  const domain = domainOf(textOf(credentials, 'from'));
  if (domain === undefined) return { notChecked: 'The integration has no sender address.', records: [] };
  if (isReserved(domain)) return { domain, notChecked: `${domain} is not a public domain.`, records: [] };
  const definition = await loadProvider(row.providerId);
  const dns = definition && 'senderDns' in definition ? definition.senderDns : undefined;
  const own = dns?.selectorKey ? textOf(credentials, dns.selectorKey) : '';
  const signing = dns?.domainKey ? textOf(credentials, dns.domainKey) : '';
  const sending: Sending = {
    domain,
    provider: findProvider(row.providerId)?.displayName ?? row.providerId,
    dns,
    signingDomain: signing ? asciiName(signing) : domain,
    selectors: own ? [own] : (dns?.selectors ?? []),
  };
  return kept(sending, servers);
}

function kept(sending: Sending, servers: readonly string[] | undefined): Promise<SenderDomain> {
  const key = JSON.stringify([sending, servers]);
  const known = results.get(key);
  if (known) return known;
  // If the DNS did not respond, forget the result, so that the next request checks again.
  const forget = () => {
    results.delete(key);
    return undefined;
  };
  const result = withDns((read) => checkRecords(sending, async (name) => (await read(name)) ?? forget()), servers).then(
    (records) => ({
      domain: sending.domain,
      ...(sending.dns && { docsLink: sending.dns.docsLink }),
      checkedAt: new Date().toISOString(),
      records,
    }),
  );
  results.set(key, result);
  result.catch(forget);
  return result;
}

function domainOf(from: string): string | undefined {
  const email = parseMailbox(from)?.email;
  return email && asciiName(email.slice(email.lastIndexOf('@') + 1));
}

function asciiName(domain: string): string {
  return asciiDomain(`a@${domain}`).slice(2).toLowerCase().replace(/\.$/, '');
}

/** Names that the public DNS does not have (RFC 2606, RFC 6761, RFC 6762), and addresses. */
const RESERVED = ['localhost', 'test', 'example', 'invalid', 'local', 'internal', 'home.arpa'];

function isReserved(domain: string): boolean {
  const isAddress = domain.startsWith('[') || /^[\d.]+$/.test(domain);
  return isAddress || !domain.includes('.') || RESERVED.some((name) => domain.endsWith(`.${name}`));
}
