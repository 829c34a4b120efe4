import { capitalized } from '#lib/text/key-label.ts';
import { findProvider } from './catalogue.ts';

/**
 * Providers that show the icon of their channel, because they have no vendor: protocols, and Belfry’s own providers.
 */
const WITHOUT_VENDOR = new Set([
  'nodemailer',
  'email-webhook',
  'generic-sms',
  'push-webhook',
  'chat-webhook',
  'svc',
  'svc-email',
  'svc-email-agent',
  'svc-sms',
]);

/** Initials of vendors that would otherwise have the same initials as another vendor of the channel. */
const DISTINCT: Readonly<Record<string, string>> = {
  mailjet: 'Mj',
  mandrill: 'Md',
  plivo: 'Pv',
  clicksend: 'CS',
  clickatell: 'Ca',
  termii: 'Tm',
  'isendpro-sms': 'Ip',
};

/**
 * Returns one to three letters for a vendor without a logo: "SG" for SendGrid, "SES", "46" for 46elks. Undefined for a
 * provider without a vendor.
 */
export function providerInitials(providerId: string): string | undefined {
  const provider = findProvider(providerId);
  if (!provider || WITHOUT_VENDOR.has(provider.id)) return undefined;
  const distinct = DISTINCT[provider.id];
  if (distinct !== undefined) return distinct;
  const name = provider.displayName.replace(/ \(.*|'/g, '');
  if (/^[A-Z]{2,3}s?$/.test(name)) return name.slice(0, 3);
  const [first = '', second = ''] = name.match(/\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  const text =
    second === '' || /^\d/.test(first) ? first.slice(0, 2) : `${first.charAt(0)}${second.charAt(0).toUpperCase()}`;
  return capitalized(text);
}
