import type { SenderDns } from '#lib/providers/sender-dns.ts';
import type { ReadTxt } from './dns.ts';
import type { SenderRecord } from './schema.ts';

export interface Sending {
  /** The domain of the sender, in ASCII and lower case. */
  domain: string;
  provider: string;
  /** Absent if the records that the vendor needs are unknown. */
  dns?: SenderDns | undefined;
  /** The domain that signs: the sender's domain, or the domain in the credentials. */
  signingDomain: string;
  selectors: readonly string[];
}

/** Maximum records that the SPF record may include (RFC 7208, 4.6.4). */
const MAX_INCLUDES = 10;

/** Checks the DNS records of the domain. The result is advice: an email may arrive even if records are missing. */
export async function checkRecords(sending: Sending, read: ReadTxt): Promise<SenderRecord[]> {
  const [spf, dkim, dmarc] = await Promise.all([
    sending.dns?.spf ? spfRecord(sending, sending.dns.spf, read) : [],
    dkimRecords(sending, read),
    dmarcRecord(sending, read),
  ]);
  const isSigned = dkim.some(({ state }) => state === 'good');
  const says = isSigned
    ? 'Emails are signed for a domain that matches the sender.'
    : `Emails pass DMARC once they are signed for ${sending.domain}.`;
  return [spf, dkim, dmarc.state === 'good' ? { ...dmarc, says } : dmarc].flat();
}

async function spfRecord({ signingDomain, provider }: Sending, host: string, read: ReadTxt): Promise<SenderRecord> {
  const about = { record: 'SPF', name: signingDomain } as const;
  const texts = await read(signingDomain);
  if (!texts) return { ...about, state: 'unknown', says: NO_ANSWER };
  const [found, ...others] = texts.filter(isSpf);
  if (found === undefined) {
    const enter = `v=spf1 include:${host} ~all`;
    return { ...about, state: 'missing', says: `Add a TXT record that allows ${provider} to send.`, enter };
  }
  if (others.length > 0)
    return {
      ...about,
      state: 'wrong',
      found,
      says: 'The domain has several SPF records, so mail servers ignore them all. Merge them.',
    };
  const included = await includes(found, host, read);
  if (included === undefined) return { ...about, state: 'unknown', found, says: NO_ANSWER };
  if (included) return { ...about, state: 'good', found, says: `The record includes ${provider}.` };
  const enter = found.replace(/^v=spf1/i, `v=spf1 include:${host}`);
  return {
    ...about,
    state: 'wrong',
    found,
    says: `The record does not include ${provider}. Change the record.`,
    enter,
  };
}

function isSpf(text: string): boolean {
  return text.toLowerCase() === 'v=spf1' || text.toLowerCase().startsWith('v=spf1 ');
}

/**
 * Whether the record includes the host, itself or by records that it includes. Undefined if the DNS did not respond.
 */
async function includes(record: string, host: string, read: ReadTxt): Promise<boolean | undefined> {
  const open = [record];
  const seen = new Set<string>();
  let isAnswered = true;
  for (let text = open.shift(); text !== undefined; text = open.shift()) {
    for (const name of includedIn(text)) {
      if (name === host) return true;
      if (seen.has(name) || seen.size >= MAX_INCLUDES) continue;
      seen.add(name);
      const texts = await read(name);
      if (!texts) isAnswered = false;
      open.push(...(texts ?? []).filter(isSpf));
    }
  }
  return isAnswered ? false : undefined;
}

function includedIn(record: string): string[] {
  return record
    .toLowerCase()
    .split(' ')
    .map((term) => term.replace(/^\+/, ''))
    .filter((term) => term.startsWith('include:') || term.startsWith('redirect='))
    .map((term) => term.slice(term.indexOf(term.startsWith('include:') ? ':' : '=') + 1));
}

async function dkimRecords(
  { signingDomain, provider, selectors, dns }: Sending,
  read: ReadTxt,
): Promise<SenderRecord[]> {
  if (selectors.length === 0) {
    const says = dns?.selectorKey
      ? 'The credentials have no key, so the mail server must sign the emails.'
      : `${provider} gives each account its own name for the key, so the key is not checked here.`;
    return [{ record: 'DKIM', name: `…._domainkey.${signingDomain}`, state: 'unknown', says }];
  }
  return Promise.all(
    selectors.map(async (selector) => {
      const about = { record: 'DKIM', name: `${selector}._domainkey.${signingDomain}` } as const;
      const texts = await read(about.name);
      if (!texts) return { ...about, state: 'unknown', says: NO_ANSWER } as const;
      const keys = texts.map((text) => tagsOf(text).get('p')).filter((key) => key !== undefined);
      if (keys.length === 0)
        return { ...about, state: 'missing', says: `Add the record that ${provider} shows for the domain.` } as const;
      return keys.some((key) => key !== '')
        ? ({ ...about, state: 'good', says: 'The key is published.' } as const)
        : ({ ...about, state: 'wrong', says: `The key was revoked. Enter the key that ${provider} shows.` } as const);
    }),
  );
}

/** Returns the DMARC record of the domain, or of the first domain above it that has one, as receivers look it up. */
async function dmarcRecord({ domain, signingDomain }: Sending, read: ReadTxt): Promise<SenderRecord> {
  const name = `_dmarc.${domain}`;
  for (const each of withParents(domain)) {
    const texts = await read(`_dmarc.${each}`);
    if (!texts) return { record: 'DMARC', name, state: 'unknown', says: NO_ANSWER };
    const found = texts.find((text) => tagsOf(text).get('v')?.toUpperCase() === 'DMARC1');
    if (found === undefined) continue;
    const about = { record: 'DMARC', name: `_dmarc.${each}`, found } as const;
    if (isAligned({ domain, signingDomain, found: each }, tagsOf(found).get('adkim') === 's'))
      return { ...about, state: 'good', says: '' };
    if (parentOf(domain) === parentOf(signingDomain) && tagsOf(found).get('adkim') !== 's') {
      const says = `DMARC passes if ${domain} and ${signingDomain} belong to one registered domain.`;
      return { ...about, state: 'unknown', says };
    }
    const says = `Emails are signed for ${signingDomain}, which does not match ${domain}. Use a sender of that domain.`;
    return { ...about, state: 'wrong', says };
  }
  const enter = 'v=DMARC1; p=none';
  return {
    record: 'DMARC',
    name,
    state: 'missing',
    says: 'Add a TXT record. Large mailbox providers require it.',
    enter,
  };
}

/** Returns the domain and those above it, without the top-level one, at most eight. */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  const all = labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'));
  return [...all.slice(0, 1), ...all.slice(1).slice(-7)];
}

interface Alignment {
  /** The sender’s domain. */
  domain: string;
  signingDomain: string;
  /** The domain that has the DMARC record: the sender’s, or one above it that is registered. */
  found: string;
}

/** Relaxed alignment compares the registered domains. Only a list of public suffixes would show them in every case. */
function isAligned({ domain, signingDomain, found }: Alignment, isStrict: boolean): boolean {
  if (domain === signingDomain) return true;
  if (isStrict) return false;
  return domain.endsWith(`.${signingDomain}`) || signingDomain === found || signingDomain.endsWith(`.${found}`);
}

/** Returns the domain above a domain of at least three labels. Otherwise the domain itself. */
function parentOf(domain: string): string {
  const labels = domain.split('.');
  return labels.length > 2 ? labels.slice(1).join('.') : domain;
}

/** Parses `v=DMARC1; p=none` into its tags. */
function tagsOf(text: string): Map<string, string> {
  return new Map(
    text.split(';').flatMap((tag) => {
      const at = tag.indexOf('=');
      return at < 0 ? [] : [[tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).trim()] as const];
    }),
  );
}

const NO_ANSWER = 'The DNS did not answer.';
