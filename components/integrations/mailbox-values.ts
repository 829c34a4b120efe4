import { CREDENTIAL_MASK } from '#lib/integrations/credential-mask.ts';
import type { IntegrationConfigurations } from '#lib/integrations/schema.ts';
import { parseJson } from '#lib/json.ts';
import { MAILBOX_ENCRYPTIONS, MAILBOX_PORTS, type MailboxEncryption } from '#lib/providers/mailbox-encryption.ts';

/** The form of a bounce mailbox, as texts. */
export interface MailboxValues {
  host: string;
  port: string;
  encryption: MailboxEncryption;
  user: string;
  password: string;
  folder: string;
  readFolder: string;
  /** JSON. Empty: the stored options stay. */
  tlsOptions: string;
}

/** Returns the values of a form. A stored password is a mask, which keeps it. */
export function mailboxValues(stored: IntegrationConfigurations = {}): MailboxValues {
  const encryption = MAILBOX_ENCRYPTIONS.find((each) => each === stored.mailboxEncryption) ?? 'tls';
  return {
    host: stored.mailboxHost ?? '',
    port: stored.mailboxPort || String(MAILBOX_PORTS[encryption]),
    encryption,
    user: stored.mailboxUser ?? '',
    password: stored.mailboxPassword ? CREDENTIAL_MASK : '',
    folder: stored.mailboxFolder || 'INBOX',
    readFolder: stored.mailboxReadFolder ?? '',
    tlsOptions: '',
  };
}

/** Returns the values with another encryption. The port follows, unless it is an unusual one. */
export function withEncryption(values: MailboxValues, encryption: MailboxEncryption): MailboxValues {
  const isUsual = values.port === '' || values.port === String(MAILBOX_PORTS[values.encryption]);
  return { ...values, encryption, ...(isUsual && { port: String(MAILBOX_PORTS[encryption]) }) };
}

/** Returns the configurations to store: all of the integration, because they are replaced as a whole. */
export function mailboxConfigurations(
  stored: IntegrationConfigurations = {},
  { host, port, encryption, user, password, folder, readFolder, tlsOptions }: MailboxValues,
): IntegrationConfigurations {
  // A text that is no JSON is sent as it is, so that the API names the problem.
  const given = tlsOptions.trim() === '' ? stored.mailboxTlsOptions : (parseJson(tlsOptions) ?? tlsOptions);
  return {
    ...withoutMailbox(stored),
    mailboxHost: host.trim(),
    mailboxPort: port.trim(),
    mailboxEncryption: encryption,
    mailboxUser: user.trim(),
    mailboxPassword: password,
    mailboxFolder: folder.trim(),
    ...(readFolder.trim() !== '' && { mailboxReadFolder: readFolder.trim() }),
    ...(given !== undefined && { mailboxTlsOptions: given as Record<string, unknown> }),
  };
}

/** Returns the configurations of an integration without its mailbox. */
export function withoutMailbox(stored: IntegrationConfigurations = {}): IntegrationConfigurations {
  return Object.fromEntries(Object.entries(stored).filter(([key]) => !key.startsWith('mailbox')));
}
