/** The settings of an SMTP server, from the credentials. */
import { isIP } from 'node:net';
import type { SmtpOauth } from './smtp-oauth.ts';
import type { SafeTlsOptions } from './tls-options.ts';

export interface SmtpServer {
  host: string;
  port: number;
  /** Whether TLS starts with the first byte. If not, STARTTLS is used if the server offers it. */
  secure?: boolean | undefined;
  /** Whether mail must not be sent without TLS. */
  requireTls?: boolean | undefined;
  ignoreTls?: boolean | undefined;
  tlsOptions?: SafeTlsOptions | undefined;
  user?: string | undefined;
  password?: string | undefined;
  /** The credentials for an access token, which replaces the password. */
  oauth?: SmtpOauth | undefined;
  /** The name in EHLO. Absent: the host name of this machine. */
  ehloName?: string | undefined;
  dkim?: { domainName: string; keySelector: string; privateKey: string } | undefined;
  /** Maximum connections to the server per worker. */
  connections?: number | undefined;
}

export function placeOf({ host, port }: SmtpServer): string {
  return `${host}:${port}`;
}

/** Returns the name for EHLO. An IP address is written in brackets (RFC 5321, 4.1.3). */
export function ehloNameOf({ ehloName = '' }: SmtpServer): string | undefined {
  const version = isIP(ehloName);
  if (version === 0) return ehloName || undefined;
  return version === 6 ? `[IPv6:${ehloName}]` : `[${ehloName}]`;
}

/** Whether TLS starts with the first byte. Default: yes on port 465 (RFC 8314), no on other ports. */
export function isSecure({ secure, port }: SmtpServer): boolean {
  return secure ?? port === 465;
}

/** Thrown if the server accepts only ASCII addresses (RFC 6531). */
export class AsciiOnlyError extends Error {
  constructor(server: SmtpServer, address: string) {
    super(
      `${placeOf(server)} accepts no address with letters beyond ASCII, as in ${address}: it does not offer SMTPUTF8`,
    );
  }
}

/** An error of the mail library. */
export interface SmtpFailure extends Error {
  code?: string;
  /** Node's own error code. */
  originalCode?: string;
  /** OpenSSL's library name. */
  library?: string;
  reason?: string;
  /** The last response of the server. */
  response?: string;
  responseCode?: number;
  /** The command that caused the response. `CONN` before the first command. */
  command?: string;
  /** The refused address, if the failure concerns one recipient. */
  recipient?: string;
  /** The failure of each recipient. Set if the server refused every recipient. */
  rejectedErrors?: SmtpFailure[];
}
