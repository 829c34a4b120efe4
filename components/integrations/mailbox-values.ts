import { CREDENTIAL_MASK } from '#lib/integrations/credential-mask.ts';
import type { IntegrationConfigurations } from '#lib/integrations/schema.ts';
import { parseJson } from '#lib/json/values.ts';
import { MAILBOX_ENCRYPTIONS, MAILBOX_PORTS, type MailboxEncryption } from '#lib/providers/mailbox-encryption.ts';

/** The values of the bounce mailbox form. */
export interface MailboxValues {
  host: string;
  port: string;
  encryption: MailboxEncryption;
  user: string;
  password: string;
  folder: string;
  readFolder: string;
  unsubscribeAddress: string;
  /** JSON. Empty: the stored options are kept. */
  tlsOptions: string;
}

/** Returns the initial values of the form. A stored password is a mask, and saving the mask keeps the password. */
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
    unsubscribeAddress: stored.mailboxUnsubscribeAddress ?? '',
    tlsOptions: '',
  };
}

/** Returns the values with another encryption, and with its default port unless a custom port was entered. */
export function withEncryption(values: MailboxValues, encryption: MailboxEncryption): MailboxValues {
  const isUsual = values.port === '' || values.port === String(MAILBOX_PORTS[values.encryption]);
  return { ...values, encryption, ...(isUsual && { port: String(MAILBOX_PORTS[encryption]) }) };
}

/** Returns all configurations of the integration, because saving replaces them as a whole. */
export function mailboxConfigurations(
  stored: IntegrationConfigurations = {},
  { host, port, encryption, user, password, folder, readFolder, unsubscribeAddress, tlsOptions }: MailboxValues,
): IntegrationConfigurations {
  // Invalid JSON is sent unchanged, so that the API returns the error.
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
    ...(unsubscribeAddress.trim() !== '' && { mailboxUnsubscribeAddress: unsubscribeAddress.trim() }),
    ...(given !== undefined && { mailboxTlsOptions: given as Record<string, unknown> }),
  };
}

/** Returns the configurations of an integration without its mailbox. */
export function withoutMailbox(stored: IntegrationConfigurations = {}): IntegrationConfigurations {
  return Object.fromEntries(Object.entries(stored).filter(([key]) => !key.startsWith('mailbox')));
}
