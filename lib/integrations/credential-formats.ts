/** The formats of credentials. The API and the form apply the same rules. */
import type { FieldErrors } from '#lib/api/errors.ts';
import { isHost, isPort } from '#lib/providers/http/host-and-port.ts';
import type { CredentialField, CredentialFormat } from '#lib/providers/provider.ts';
import { isMailbox } from '#lib/subscribers/formats.ts';
import { invisibleProblem, withoutMeaningless } from '#lib/text/invisible.ts';
import { CREDENTIAL_MASK } from './credential-mask.ts';

/**
 * Returns the problems of credentials whose text can never work, by field `credentials.<key>`. Empty values and masks, which
 * replace stored values, have no problem.
 */
export function formatProblems(
  fields: readonly CredentialField[],
  given: Readonly<Record<string, unknown>>,
): FieldErrors | undefined {
  const wrong = fields.flatMap((field): [string, FieldErrors[string]][] => {
    const { key, displayName } = field;
    const value = Object.hasOwn(given, key) ? given[key] : undefined;
    if (typeof value !== 'string' || value === '' || value === CREDENTIAL_MASK) return [];
    // Trim, because providers trim credentials too.
    const problem = textProblem(field, value.trim());
    return problem === undefined ? [] : [[`credentials.${key}`, { messages: [`${displayName} ${problem}`] }]];
  });
  return wrong.length > 0 ? Object.fromEntries(wrong) : undefined;
}

function textProblem({ type, format, secret, options = [] }: CredentialField, text: string): string | undefined {
  // A secret may be a key with several lines.
  const isOneLine = type === 'string' && !secret && format !== 'privateKey';
  if (withoutMeaningless(text) !== text || (isOneLine && /[\t\r\n]/.test(text))) return invisibleProblem(text);
  if (format === 'option') {
    const known = options.flatMap(({ value }) => (value === null ? [] : [value]));
    return known.includes(text) ? undefined : `must be empty or one of: ${known.join(', ')}`;
  }
  return !format || formats[format].fits(text) ? undefined : formats[format].must;
}

const formats: Record<Exclude<CredentialFormat, 'option'>, { fits: (text: string) => boolean; must: string }> = {
  port: {
    fits: (text) => /^\d+$/.test(text) && isPort(Number(text)),
    must: 'must be a whole number from 1 to 65535',
  },
  host: {
    fits: isHost,
    must: 'must be a host name or an IP address, such as smtp.example.com or 2001:db8::1, without brackets, port or path',
  },
  url: {
    fits: isWebAddress,
    must: 'must be an address that begins with https:// or http://, without user name and password in it',
  },
  urlOrHost: {
    fits: (text) => isWebAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`),
    must: 'must be a web address, such as https://api.example.com, without user name and password in it',
  },
  connections: {
    fits: (text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 50,
    must: 'must be a whole number from 1 to 50',
  },
  privateKey: {
    // The server parses the key later. Here, the lines between the markers need only the right characters.
    fits: (text) => /^-----BEGIN ((?:RSA )?PRIVATE KEY)-----[A-Za-z\d+/=\s\\]+-----END \1-----$/.test(text),
    must: 'must be a private key in PEM form, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----, without a passphrase',
  },
  headerName: {
    // A token of RFC 9110, 5.6.2.
    fits: (text) => /^[\w!#$%&'*+.^`|~-]+$/.test(text),
    must: 'must be the name of an HTTP header: letters, digits and hyphens, without spaces',
  },
  headerValue: {
    fits: (text) => /^[\t\x20-\x7e]+$/.test(text),
    must: 'is sent in an HTTP header, so it must be on one line and of ASCII characters only',
  },
  mailbox: {
    fits: isMailbox,
    must: 'must be an email address, such as no-reply@example.com, with or without a name, as in Shop <no-reply@example.com>',
  },
};

function isWebAddress(text: string): boolean {
  const url = /\s/.test(text) ? null : URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text)) return false;
  return url.username === '' && url.password === '';
}
