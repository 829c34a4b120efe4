/** One SMTP server, as the credentials describe it. */
import type { SafeTlsOptions } from './tls-options.ts';

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte. Otherwise STARTTLS where the server offers it. */
  secure?: boolean | undefined;
  /** Nothing is sent without TLS. */
  requireTls?: boolean | undefined;
  ignoreTls?: boolean | undefined;
  tlsOptions?: SafeTlsOptions | undefined;
  user?: string | undefined;
  password?: string | undefined;
  dkim?: { domainName: string; keySelector: string; privateKey: string } | undefined;
  /** How many connections one worker opens. */
  connections?: number | undefined;
}

export function placeOf({ host, port }: SmtpServer): string {
  return `${host}:${port}`;
}

/** Whether TLS begins with the first byte: on port 465 unless the credentials say otherwise (RFC 8314). */
export function isSecure({ secure, port }: SmtpServer): boolean {
  return secure ?? port === 465;
}

/** The server takes addresses in ASCII only (RFC 6531). */
export class AsciiOnlyError extends Error {
  constructor(server: SmtpServer, address: string) {
    super(
      `${placeOf(server)} takes no address with letters beyond ASCII, as in ${address}: it does not offer SMTPUTF8`,
    );
  }
}

/** A failure as the library throws it. */
export interface SmtpFailure extends Error {
  code?: string;
  /** The code of Node's own error. */
  originalCode?: string;
  /** OpenSSL's. */
  library?: string;
  reason?: string;
  /** The last answer of the server. */
  response?: string;
  responseCode?: number;
  /** The command that was answered; `CONN` before any. */
  command?: string;
  /** Of one recipient. */
  recipient?: string;
  /** Where the server refused every recipient. */
  rejectedErrors?: SmtpFailure[];
}
