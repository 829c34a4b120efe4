/** Encryption of the connection to an IMAP server: TLS from the first byte, STARTTLS, or none. */
export const MAILBOX_ENCRYPTIONS = ['tls', 'starttls', 'none'] as const;
export type MailboxEncryption = (typeof MAILBOX_ENCRYPTIONS)[number];

/** The default ports (RFC 8314, RFC 9051). */
export const MAILBOX_PORTS: Readonly<Record<MailboxEncryption, number>> = { tls: 993, starttls: 143, none: 143 };
