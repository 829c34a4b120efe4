/** Reuses open connections to SMTP servers. A connection serves only the messages of one account. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import { OutboundError } from '#lib/outbound/outbound.ts';
import { closeAtEnd } from '#lib/providers/http/connections.ts';
import type { SendTools } from '#lib/providers/send.ts';
import { type SmtpDialog, smtpDialogs } from './smtp-dialogs.ts';
import { greetingMs, isGreetingRefused, TIMEOUT_MS } from './smtp-errors.ts';
import type { Mail } from './smtp-mail.ts';
import { smtpToken } from './smtp-oauth.ts';
import { AsciiOnlyError, ehloNameOf, isSecure, placeOf, type SmtpFailure, type SmtpServer } from './smtp-server.ts';

const CONNECTIONS = 10;
/** Milliseconds for which an idle connection stays open. Most servers close idle connections after about as long. */
const IDLE_MS = 30_000;
/**
 * Maximum accounts with open connections. Above it, the pools of idle accounts are closed, the least recently used
 * first.
 */
const MAX_ACCOUNTS = 200;
/** Milliseconds after a refused connection until the pool tries one more connection to that server. */
const GROWS_MS = 300_000;

export type SmtpPool = ReturnType<typeof pooled>;

const pools = new Map<string, SmtpPool>();

closeAtEnd(() => {
  for (const { transport } of pools.values()) transport.close();
  pools.clear();
});

export function poolOf(server: SmtpServer, tools: SendTools): SmtpPool {
  const key = createHash('sha256').update(JSON.stringify(server)).digest('base64');
  const pool = pools.get(key) ?? pooled(server, tools);
  pools.delete(key);
  pools.set(key, pool);
  closeIdle(pool);
  return pool;
}

/**
 * Closes idle pools above the limit. Pools with waiting messages stay. The pool `used` stays too, because it is about
 * to send.
 */
function closeIdle(used?: SmtpPool): void {
  for (const [key, pool] of pools) {
    if (pools.size <= MAX_ACCOUNTS) return;
    if (pool.sending > 0 || pool === used) continue;
    pools.delete(key);
    pool.transport.close();
  }
}

function pooled(server: SmtpServer, tools: SendTools) {
  const dialogs = smtpDialogs();
  const most = server.connections ?? CONNECTIONS;
  const transport = nodemailer.createTransport({
    ...transportOptions(server, tools),
    logger: dialogs.logger,
    transactionLog: true,
    pool: true,
    maxConnections: most,
    idleTimeout: IDLE_MS,
    // The library must not retry, because the engine retries and records each attempt.
    maxRequeues: 0,
  });
  // The library reads `maxConnections` each time it opens a connection, so the limit can be changed here.
  const { options } = transport.transporter as unknown as { options: { maxConnections: number } };
  return { server, transport, dialogs, limit: options, most, loweredAt: 0, sending: 0 };
}

const AGAIN_MS = 200;

/**
 * Sends through a connection of the pool. If the server refuses another connection, the message waits for an existing
 * one, and the pool opens fewer connections from then on.
 */
export async function sendThrough(
  pool: SmtpPool,
  mail: Mail,
  dialog: SmtpDialog,
  { timeoutMs = TIMEOUT_MS }: SendTools,
) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const { signal } = controller;
  pool.sending++;
  grow(pool);
  const beyond = beyondAscii(mail);
  if (beyond) dialog.onAsciiOnly = () => controller.abort(new AsciiOnlyError(pool.server, beyond));
  try {
    for (;;) {
      try {
        return await pool.transport.sendMail({ ...mail, signal });
      } catch (error) {
        if (signal.aborted) throw error;
        if (!isGreetingRefused(error as SmtpFailure) || !shrink(pool)) throw error;
        await sleep(AGAIN_MS, undefined, { signal });
      }
    }
  } catch (error) {
    if (signal.reason instanceof AsciiOnlyError) throw signal.reason;
    const words = `${placeOf(pool.server)} did not answer within ${timeoutMs / 1000} s`;
    throw signal.aborted ? new OutboundError('timeout', words, error) : error;
  } finally {
    clearTimeout(timer);
    pool.sending--;
    closeIdle();
  }
}

/** Returns the first address whose local part is not ASCII. The domains are already in ASCII. */
function beyondAscii({ envelope: { from, to } }: Mail): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  return [from, ...to].find((address) => !/^[\x00-\x7f]*$/.test(address));
}

/** Lowers the maximum number of connections by one. Returns false if the maximum is already one. */
function shrink(pool: SmtpPool): boolean {
  if (pool.limit.maxConnections <= 1) return false;
  pool.limit.maxConnections--;
  pool.loweredAt = Date.now();
  return true;
}

function grow(pool: SmtpPool): void {
  if (pool.limit.maxConnections >= pool.most || Date.now() - pool.loweredAt < GROWS_MS) return;
  pool.limit.maxConnections++;
  pool.loweredAt = Date.now();
}

export function transportOptions(server: SmtpServer, tools: SendTools) {
  const { connect, timeoutMs = TIMEOUT_MS } = tools;
  const { host, port, requireTls, ignoreTls, tlsOptions, dkim } = server;
  const name = ehloNameOf(server);
  return {
    host,
    port,
    ...(name && { name }),
    secure: isSecure(server),
    requireTLS: requireTls ?? false,
    ignoreTLS: ignoreTls ?? false,
    ...(tlsOptions && { tls: tlsOptions }),
    ...authOf(server, tools),
    ...(dkim && { dkim }),
    connectionTimeout: timeoutMs,
    greetingTimeout: greetingMs(timeoutMs),
    socketTimeout: timeoutMs,
    // Prevents overrides and templates from reading files of this machine, or fetching URLs without the guard.
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

type TokenCallback = (error: Error | null, token?: string) => void;

function authOf({ user, password = '', oauth }: SmtpServer, tools: SendTools) {
  if (!user) return {};
  if (!oauth) return { auth: { user, pass: password } };
  const provisionCallback = (_user: string, isRefused: boolean, done: TokenCallback) => {
    smtpToken(oauth, tools, isRefused).then((token) => done(null, token), done);
  };
  return { auth: { type: 'OAuth2' as const, user, provisionCallback } };
}
