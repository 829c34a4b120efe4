/** The common part of SMTP providers. */
import { createHash } from 'node:crypto';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { BlockedError, OutboundError } from '#lib/outbound.ts';
import { closeAtEnd } from './connections.ts';
import { redacted } from './exchange.ts';
import { isHost, isPort } from './host-and-port.ts';
import { type Credentials, failed } from './http.ts';
import { type Mailbox, senderOf } from './mailbox.ts';
import type { EmailMessage } from './message.ts';
import {
  type Check,
  ProviderError,
  type ProviderErrorKind,
  type RawExchange,
  type Send,
  type SendTools,
} from './send.ts';
import { type SmtpDialog, smtpDialogs } from './smtp-dialogs.ts';
import { mailHeaders, smtpOverrides } from './smtp-overrides.ts';
import type { SafeTlsOptions } from './tls-options.ts';

/** One server, as the credentials describe it. */
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
      const server = usable(serverOf(tools.credentials));
      const mail = mailOf(message, tools.credentials);
      const { transport, dialogs } = transportOf(server, tools);
      const dialog = dialogs.begin(mail.messageId);
      const kept = (response?: string) => exchangeOf(tools, requestText(server, message, dialog), response);
      try {
        const info = await within(server, tools, (signal) => transport.sendMail({ ...mail, signal }));
        const status = Number(/^\d{3}/.exec(info.response)?.[0]) || 250;
        return { providerMessageId: info.messageId, status, exchange: kept(info.response) };
      } catch (error) {
        throw smtpError(error, { server, tools, dialog, kept });
      } finally {
        dialogs.end(mail.messageId);
      }
    },
    check: async (tools) => {
      const server = usable(serverOf(tools.credentials));
      const request = `EHLO to ${server.host}:${server.port}${server.user ? `, AUTH as ${server.user}` : ''}`;
      const { logger, lines } = answersLog();
      const transport = nodemailer.createTransport({ ...optionsOf(server, tools), logger, transactionLog: true });
      try {
        await transport.verify();
        const words = `${server.host}:${server.port} answers${server.user ? `, and lets ${server.user} in` : ''}`;
        // 221 is the farewell, which may come too late.
        const said = lines.filter((line) => !line.startsWith('221'));
        const deciding = server.user ? said.at(-1) : said[0];
        return {
          words: deciding ? `${words}: ${deciding}` : words,
          exchange: exchangeOf(tools, request, said.join('\n')),
        };
      } catch (error) {
        throw smtpError(error, { server, tools, kept: (response) => exchangeOf(tools, request, response) });
      } finally {
        transport.close();
      }
    },
  };
}

/** @throws {ProviderError} `configuration`, where no attempt could succeed. */
function usable(server: SmtpServer): SmtpServer {
  const { host, port } = server;
  if (isPort(port) && isHost(host)) return server;
  const words = isPort(port) ? `“${host}” is no host name or address` : 'The port is no number from 1 to 65535';
  throw new ProviderError('configuration', { words, exchange: { request: '' }, isOwn: true });
}

/** Keeps what a server says, and nothing that is said to it. */
function answersLog() {
  const lines: string[] = [];
  const ignore = () => undefined;
  const debug = (entry: unknown, line: unknown) => {
    if ((entry as { tnx?: string }).tnx === 'server') lines.push(String(line));
  };
  const logger = { level: ignore, trace: ignore, debug, info: ignore, warn: ignore, error: ignore, fatal: ignore };
  return { logger, lines };
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
    greetingTimeout: greetingMs(timeoutMs),
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

/** Sooner than the limit of the whole, so that it can be told who was silent at which point. */
function greetingMs(timeoutMs = TIMEOUT_MS): number {
  return Math.round((timeoutMs * 2) / 3);
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
    oldest[1].transport.close();
  }
  return transport;
}

function pooled(server: SmtpServer, tools: SendTools) {
  const dialogs = smtpDialogs();
  const transport = nodemailer.createTransport({
    ...optionsOf(server, tools),
    logger: dialogs.logger,
    transactionLog: true,
    pool: true,
    maxConnections: CONNECTIONS,
    idleTimeout: IDLE_MS,
    // Retries are left to the engine, which records them.
    maxRequeues: 0,
  });
  return { transport, dialogs };
}

closeAtEnd(() => {
  for (const { transport } of transports.values()) transport.close();
  transports.clear();
});

async function within<T>(
  server: SmtpServer,
  { timeoutMs = TIMEOUT_MS }: SendTools,
  action: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    return await action(controller.signal);
  } catch (error) {
    throw controller.signal.aborted
      ? new OutboundError('timeout', `${placeOf(server)} did not answer within ${timeoutMs / 1000} s`, error)
      : error;
  } finally {
    clearTimeout(timer);
  }
}

type Mail = SendMailOptions & { messageId: string };

function mailOf(message: EmailMessage, credentials: Credentials): Mail {
  const { id, to, subject, html, text, headers, attachments } = message;
  const from = senderOf(message, credentials);
  // Overrides of the provider win.
  const overrides = smtpOverrides(message.overrides);
  const {
    cc = message.cc,
    bcc = message.bcc,
    replyTo = message.replyTo && [message.replyTo],
    sender,
    ...others
  } = overrides;
  return {
    from: written(from),
    to: written(to),
    ...(cc && { cc: cc.map(written) }),
    ...(bcc && { bcc: bcc.map(written) }),
    ...(replyTo && { replyTo: replyTo.map(written) }),
    ...(sender && { sender: written(sender) }),
    subject,
    html,
    text,
    // The same at every attempt, so the recipient's server can recognise a duplicate.
    messageId: `<${id}@${from.email.split('@').at(-1) || 'localhost'}>`,
    ...(headers && { headers: mailHeaders(headers) }),
    ...(attachments && {
      attachments: attachments.map(({ name, contentType, content, contentId }) => ({
        filename: name,
        content: Buffer.from(content),
        ...(contentType && { contentType }),
        ...(contentId && { cid: contentId }),
      })),
    }),
    ...others,
  };
}

function written({ email, name }: Mailbox) {
  return { address: email, name: name ?? '' };
}

/** What was really said: nothing where no connection was made. */
function requestText(server: SmtpServer, { id }: EmailMessage, { commands, isDataAsked }: SmtpDialog): string {
  return [`SMTP ${placeOf(server)}`, ...commands, ...(isDataAsked ? [`Message-ID: ${id}`] : [])].join('\n');
}

function placeOf({ host, port }: SmtpServer): string {
  return `${host}:${port}`;
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
}

const WRONG_SET_UP = new Set(['EAUTH', 'ENOAUTH', 'EREQUIRETLS', 'ECONFIG']);

interface Attempted {
  server: SmtpServer;
  tools: SendTools;
  /** Absent where no message was to be sent. */
  dialog?: SmtpDialog;
  kept: (response?: string) => RawExchange;
}

function smtpError(error: unknown, attempted: Attempted): unknown {
  const { dialog, kept } = attempted;
  const { code = '', response, responseCode } = error as SmtpFailure;
  if (error instanceof BlockedError) return failed(error, kept());
  if (error instanceof OutboundError) {
    return dialog?.isDataAsked
      ? new ProviderError('unavailable', {
          words: mayBeTaken(error.message),
          exchange: kept(),
          isOwn: true,
          cause: error,
        })
      : failed(error, kept());
  }
  return new ProviderError(kindOf(code, responseCode), {
    words: response ?? ownWords(error as SmtpFailure, attempted),
    exchange: kept(response),
    status: responseCode,
    providerCode: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response ?? '')?.[0],
    unreachable: response === undefined && SILENT.test((error as SmtpFailure).message),
    isOwn: response === undefined,
    cause: error,
  });
}

/** How the library names a server that accepts connections and says nothing. */
const SILENT = /^(Greeting never received|Connection timeout)/;
const BROKEN = new Set(['ECONNECTION', 'ESOCKET', 'EPIPE', 'ECONNRESET']);

/** What happened where the server gave no answer. The library's own words do not say who did what. */
function ownWords({ code = '', message }: SmtpFailure, { server, tools, dialog }: Attempted): string {
  const place = placeOf(server);
  const { timeoutMs = TIMEOUT_MS } = tools;
  const isAsked = dialog?.isDataAsked ?? false;
  if (SILENT.test(message)) return `${place} did not greet within ${greetingMs(timeoutMs) / 1000} s`;
  if (code === 'ETIMEDOUT') {
    const words = `${place} did not answer within ${timeoutMs / 1000} s`;
    return isAsked ? mayBeTaken(words) : words;
  }
  if (isAsked && BROKEN.has(code)) return mayBeTaken(`${place} closed the connection while the message was being sent`);
  if (code === 'ECONNECTION') return `${place} closed the connection before it was asked to take the message`;
  if (BROKEN.has(code) || code === 'ETLS') return `The connection to ${place} failed: ${message}`;
  return `The message could not be handed to ${place}: ${message}`;
}

function mayBeTaken(words: string): string {
  return `${words}; it may have taken the message`;
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
