/** How the connection to an IMAP server is encrypted: TLS from the first byte, STARTTLS or nothing, and the usual port. */
export const MAILBOX_ENCRYPTIONS = ['tls', 'starttls', 'none'] as const;
export type MailboxEncryption = (typeof MAILBOX_ENCRYPTIONS)[number];

/** RFC 8314 and RFC 9051. */
export const MAILBOX_PORTS: Readonly<Record<MailboxEncryption, number>> = { tls: 993, starttls: 143, none: 143 };
