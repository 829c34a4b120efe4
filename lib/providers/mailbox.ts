/** Addresses of e-mails as vendors want them. */
import { textOf } from './credential.ts';
import type { Credentials } from './http.ts';
import type { EmailMessage } from './message.ts';

export interface Mailbox {
  email: string;
  name?: string;
}

/** Who the message comes from: as the trigger says, otherwise as the integration says. */
export function senderOf({ from, senderName }: EmailMessage, credentials: Credentials): Mailbox {
  const name = senderName ?? textOf(credentials, 'senderName');
  return { email: from ?? textOf(credentials, 'from'), ...(name && { name }) };
}

/** `Name <address>` (RFC 5322, 3.4), with the name in quotes where it needs them. */
export function mailboxText({ email, name }: Mailbox): string {
  if (!name) return email;
  const isPlain = /^[\p{L}\p{N} !#$%&'*+/=?^_`{|}~-]+$/u.test(name);
  return `${isPlain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${email}>`;
}

/** Objects with an `email`, as most vendors name recipients. Undefined for none. */
export function mailboxes(addresses: readonly string[] | undefined): Mailbox[] | undefined {
  return addresses?.length ? addresses.map((email) => ({ email })) : undefined;
}

/** With a name that is not ASCII as encoded words (RFC 2047), for vendors that put it into the header as it is. */
export function asciiName({ email, name }: Mailbox): Mailbox {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  if (!name || /^[\x00-\x7f]*$/.test(name)) return { email, ...(name && { name }) };
  const words = name.match(/.{1,10}/gsu) ?? [];
  return { email, name: words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ') };
}
