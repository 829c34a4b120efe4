/** The common part of SMTP providers. */
import { createHash } from 'node:crypto';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { BlockedError, OutboundError } from '#lib/outbound.ts';
import { closeAtEnd } from './connections.ts';
import { textOf } from './credential.ts';
import { redacted } from './exchange.ts';
import { type Credentials, failed } from './http.ts';
import type { EmailMessage } from './message.ts';
import {
  type Check,
  ProviderError,
  type ProviderErrorKind,
  type RawExchange,
  type Send,
  type SendTools,
} from './send.ts';

/** One server, as the credentials describe it. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte. Otherwise STARTTLS where the server offers it. */
  secure?: boolean | undefined;
  /** Nothing is sent without TLS. */
  requireTls?: boolean | undefined;
  ignoreTls?: boolean | undefined;
  tlsOptions?: Record<string, unknown> | undefined;
  user?: string | undefined;
  password?: string | undefined;
  dkim?: { domainName: string; keySelector: string; privateKey: string } | undefined;
}

const TIMEOUT_MS = 15_000;
const CONNECTIONS = 10;
/** About as long as most servers keep idle connections. */
const IDLE_MS = 30_000;

/** `send` and `check` over SMTP. Connections are reused; a connection serves only messages of its own account. */
export function smtpProvider(serverOf: (credentials: Credentials) => SmtpServer): {
  send: Send<'email'>;
  check: Check;
} {
  return {
    send: async (message, tools) => {
      const server = serverOf(tools.credentials);
      const mail = mailOf(message, tools.credentials);
      const request = requestText(server, message, mail.from.address);
      const kept = (response?: string) => exchangeOf(tools, request, response);
      try {
        const info = await within(tools, (signal) => transportOf(server, tools).sendMail({ ...mail, signal }));
        const status = Number(/^\d{3}/.exec(info.response)?.[0]) || 250;
        return { providerMessageId: info.messageId, status, exchange: kept(info.response) };
      } catch (error) {
        throw smtpError(error, server, kept);
      }
    },
    check: async (tools) => {
      const server = serverOf(tools.credentials);
      const request = `EHLO to ${server.host}:${server.port}${server.user ? `, AUTH as ${server.user}` : ''}`;
      const transport = nodemailer.createTransport(optionsOf(server, tools));
      try {
        await transport.verify();
        const words = `${server.host}:${server.port} answers${server.user ? `, and lets ${server.user} in` : ''}`;
        return { words, exchange: { request } };
      } catch (error) {
        throw smtpError(error, server, (response) => exchangeOf(tools, request, response));
      } finally {
        transport.close();
      }
    },
  };
}

function optionsOf(server: SmtpServer, { connect, timeoutMs = TIMEOUT_MS }: SendTools) {
  const { host, port, secure = port === 465, requireTls, ignoreTls, tlsOptions, user, password = '', dkim } = server;
  return {
    host,
    port,
    secure,
    requireTLS: requireTls ?? false,
    ignoreTLS: ignoreTls ?? false,
    ...(tlsOptions && { tls: tlsOptions }),
    ...(user && { auth: { user, pass: password } }),
    ...(dkim && { dkim }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Overrides and templates must not read files of this machine or fetch addresses around the guard.
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (
      _: unknown,
      callback: (error: Error | null, found?: { connection: import('node:net').Socket }) => void,
    ) => {
      connect(host, port).then(
        (connection) => callback(null, { connection }),
        (error: Error) => callback(error),
      );
    },
  };
}

type Transport = ReturnType<typeof pooled>;

/** How many accounts may have open connections. The least recently used account is closed first. */
const MAX_ACCOUNTS = 200;
const transports = new Map<string, Transport>();

function transportOf(server: SmtpServer, tools: SendTools): Transport {
  const key = createHash('sha256').update(JSON.stringify(server)).digest('base64');
  const transport = transports.get(key) ?? pooled(server, tools);
  transports.delete(key);
  transports.set(key, transport);
  const [oldest] = transports;
  if (transports.size > MAX_ACCOUNTS && oldest) {
    transports.delete(oldest[0]);
    oldest[1].close();
  }
  return transport;
}

function pooled(server: SmtpServer, tools: SendTools) {
  return nodemailer.createTransport({
    ...optionsOf(server, tools),
    pool: true,
    maxConnections: CONNECTIONS,
    idleTimeout: IDLE_MS,
    // Retries are left to the engine, which records them.
    maxRequeues: 0,
  });
}

closeAtEnd(() => {
  for (const transport of transports.values()) transport.close();
  transports.clear();
});

async function within<T>(
  { timeoutMs = TIMEOUT_MS }: SendTools,
  action: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    return await action(controller.signal);
  } catch (error) {
    throw controller.signal.aborted
      ? new OutboundError('timeout', `No answer within ${timeoutMs / 1000} s`, error)
      : error;
  } finally {
    clearTimeout(timer);
  }
}

type Mail = SendMailOptions & { from: { name: string; address: string } };

function mailOf(message: EmailMessage, credentials: Credentials): Mail {
  const { id, to, cc, bcc, replyTo, subject, html, text, headers, attachments, overrides } = message;
  const address = message.from ?? textOf(credentials, 'from');
  const domain = /@([^@\s>]+)>?$/.exec(address)?.[1] ?? 'localhost';
  return {
    from: { name: message.senderName ?? textOf(credentials, 'senderName'), address },
    to,
    ...(cc && { cc: [...cc] }),
    ...(bcc && { bcc: [...bcc] }),
    ...(replyTo && { replyTo }),
    subject,
    html,
    text,
    // The same at every attempt, so the recipient's server can recognise a duplicate.
    messageId: `<${id}@${domain}>`,
    ...(headers && { headers }),
    ...(attachments && {
      attachments: attachments.map(({ name, contentType, content, contentId }) => ({
        filename: name,
        content: Buffer.from(content),
        ...(contentType && { contentType }),
        ...(contentId && { cid: contentId }),
      })),
    }),
    ...pick(overrides, ['cc', 'bcc', 'replyTo', 'sender', 'headers', 'priority', 'inReplyTo', 'references', 'list']),
  };
}

function pick(overrides: EmailMessage['overrides'] = {}, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(overrides, key) ? [[key, overrides[key]]] : [])));
}

function requestText({ host, port }: SmtpServer, { id, to, cc = [], bcc = [] }: EmailMessage, from: string): string {
  const recipients = [to, ...cc, ...bcc].map((address) => `RCPT TO:<${address}>`);
  return [`SMTP ${host}:${port}`, `MAIL FROM:<${from}>`, ...recipients, 'DATA', `Message-ID: ${id}`].join('\n');
}

function exchangeOf({ secrets: known }: SendTools, request: string, response: string | undefined): RawExchange {
  const secrets = [...known];
  return {
    request: redacted(request, secrets),
    ...(response !== undefined && { response: redacted(response, secrets) }),
  };
}

interface SmtpFailure extends Error {
  code?: string;
  /** The last answer of the server. */
  response?: string;
  responseCode?: number;
  command?: string;
}

/** Errors before any answer of the server. */
const NOT_REACHED = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'ECONNREFUSED']);
const WRONG_SET_UP = new Set(['EAUTH', 'ENOAUTH', 'EREQUIRETLS', 'ECONFIG']);

function smtpError(error: unknown, { host, port }: SmtpServer, kept: (response?: string) => RawExchange): unknown {
  if (error instanceof BlockedError || error instanceof OutboundError) return failed(error, kept());
  const { code = '', response, responseCode, command, message } = error as SmtpFailure;
  const isUnreachable = responseCode === undefined && NOT_REACHED.has(code) && (command ?? 'CONN') === 'CONN';
  const place = isUnreachable ? `${host}:${port} could not be reached: ` : '';
  return new ProviderError(kindOf(code, responseCode), {
    words: response ?? `${place}${message}`,
    exchange: kept(response),
    status: responseCode,
    providerCode: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response ?? '')?.[0],
    unreachable: isUnreachable,
    cause: error,
  });
}

/**
 * RFC 5321, 4.2.1: 4xx may succeed later, 5xx will not. A 4xx to a sign-in is temporary and says nothing about the
 * password.
 */
function kindOf(code: string, responseCode: number | undefined): ProviderErrorKind {
  if (responseCode !== undefined && responseCode < 500) return 'unavailable';
  if (WRONG_SET_UP.has(code) || responseCode === 530 || responseCode === 535) return 'auth';
  if (responseCode !== undefined) return 'rejected';
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'rejected' : 'unavailable';
}
