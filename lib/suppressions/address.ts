/** The form of addresses on the suppression list. */
import { comparable } from '#lib/providers/email-address.ts';
import type { SuppressedChannel } from './causes.ts';

/**
 * Returns the form in which an address is listed: an email address without a name, in lower case and with its domain in
 * ASCII; a phone number with digits and its plus sign only. `Jane <Jane@Bücher.example>` is
 * `jane@xn--bcher-kva.example`.
 */
export function listedForm(channel: SuppressedChannel, address: string): string {
  if (channel === 'sms') return address.replace(/[^\d+]/g, '');
  const text = address.trim();
  const start = text.lastIndexOf('<');
  return comparable(start >= 0 && text.endsWith('>') ? text.slice(start + 1, -1).trim() : text);
}
