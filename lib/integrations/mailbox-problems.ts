import type { FieldErrors } from '#lib/api/errors.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { MAILBOX_SECRETS } from './credential-fields.ts';
import type { Credentials } from './credentials.ts';
import type { MailboxInput } from './mailbox-input.ts';
import { tlsProblems } from './tls-problems.ts';

/** Returns the problems of a bounce mailbox, by field `configurations.<key>`. */
export function mailboxProblems(providerId: string, given: MailboxInput = {}): FieldErrors | undefined {
  if (!given.mailboxHost) return undefined;
  const problem = (key: keyof MailboxInput, message: string): FieldErrors => ({
    [`configurations.${key}`]: { messages: [message] },
  });
  const { displayName = providerId, readsMailbox } = findProvider(providerId) ?? {};
  if (!readsMailbox) return problem('mailboxHost', `Belfry reads no mailbox for ${displayName}`);
  if (!given.mailboxUser) return problem('mailboxUser', 'User is required for a mailbox');
  if (!given.mailboxPassword) return problem('mailboxPassword', 'Password is required for a mailbox');
  if (given.mailboxReadFolder && isSameFolder(given.mailboxReadFolder, given.mailboxFolder || 'INBOX'))
    return problem('mailboxReadFolder', 'Must differ from the folder that is read');
  return tlsProblems({ tlsOptions: given.mailboxTlsOptions }, 'configurations.mailboxTlsOptions');
}

/** The folder name INBOX is case-insensitive (RFC 9051, 5.1). */
function isSameFolder(one: string, other: string): boolean {
  return one === other || (/^inbox$/i.test(one) && /^inbox$/i.test(other));
}

/**
 * Returns stored configurations without the secrets of the mailbox, for callers who may not see secrets. A mask from
 * such a caller must not keep the password, because the same change could name another server, and that server would
 * receive the password.
 */
export function withoutMailboxSecrets(stored: Credentials | null): Credentials {
  const hidden = new Set<string>(MAILBOX_SECRETS);
  return Object.fromEntries(Object.entries(stored ?? {}).filter(([key]) => !hidden.has(key)));
}
