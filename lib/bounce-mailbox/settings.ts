import { sha256Hex } from '#lib/crypto.ts';
import { openCredentials } from '#lib/integrations/credentials.ts';
import type { IntegrationRow } from '#lib/integrations/query.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { textOf } from '#lib/providers/credential.ts';
import { MAILBOX_ENCRYPTIONS, MAILBOX_PORTS, type MailboxEncryption } from '#lib/providers/mailbox-encryption.ts';
import { type SafeTlsOptions, safeTlsOptions } from '#lib/providers/smtp/tls-options.ts';

/** The bounce mailbox of an integration, decrypted. */
export interface MailboxSettings {
  host: string;
  port: number;
  encryption: MailboxEncryption;
  tlsOptions: SafeTlsOptions | undefined;
  user: string;
  password: string;
  folder: string;
  /** The folder to which reports are moved after reading. If undefined, reports are only marked as seen. */
  readFolder: string | undefined;
  /** Whether the integration's emails contain an unsubscribe address that leads to this mailbox. */
  takesUnsubscribes: boolean;
}

type Owner = Pick<IntegrationRow, 'id' | 'environmentId' | 'providerId' | 'configurations'>;

/** Whether an integration has a bounce mailbox. */
export function hasMailbox({ providerId, configurations }: Owner): boolean {
  const isRead = findProvider(providerId)?.readsMailbox ?? false;
  return isRead && Boolean(configurations?.mailboxHost) && Boolean(configurations?.mailboxPassword);
}

/**
 * Returns the decrypted settings.
 * @throws UnreadableError if a stored setting cannot be decrypted.
 */
export function openSettings({ id, environmentId, configurations }: Owner): MailboxSettings {
  const opened = openCredentials(configurations ?? {}, { environmentId, integrationId: id });
  const text = (key: string) => textOf(opened, key);
  const encryption = MAILBOX_ENCRYPTIONS.find((each) => each === text('mailboxEncryption')) ?? 'tls';
  return {
    host: text('mailboxHost'),
    port: Number(text('mailboxPort')) || MAILBOX_PORTS[encryption],
    encryption,
    tlsOptions: safeTlsOptions(opened.mailboxTlsOptions),
    user: text('mailboxUser'),
    password: typeof opened.mailboxPassword === 'string' ? opened.mailboxPassword : '',
    folder: text('mailboxFolder') || 'INBOX',
    readFolder: text('mailboxReadFolder') || undefined,
    takesUnsubscribes: text('mailboxUnsubscribeAddress') !== '',
  };
}

/**
 * Returns a hash that changes with every setting. It contains the settings in encrypted form, so it reveals none of
 * them.
 */
export function settingsHash({ configurations }: Owner): string {
  return sha256Hex(JSON.stringify(configurations));
}

/** Returns a hash that identifies the folder to which UIDs belong. */
export function placeHash({ host, port, user, folder }: MailboxSettings): string {
  return sha256Hex(JSON.stringify([host, port, user, folder]));
}
