/**
 * Sends requests to addresses that people configure. All providers, webhooks and `http_request` steps use this module.
 *
 * Connects only to public addresses and the addresses in `OUTBOUND_ALLOW`, and always to the checked address. A
 * redirect is an ordinary response and is not followed. One time limit covers a request from its start to the last byte
 * of the response. The size of a response is limited, also after decompression.
 */
import { connect as connectSocket, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { env } from '#lib/env.ts';
import { BlockedError, type Guard, outboundGuard, type Resolve } from './guard.ts';
import { traced } from './traced.ts';

export { BlockedError };

interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array | undefined;
  /** Limit from the start to the last byte of the response. The process's limit is the maximum and the default. */
  timeoutMs?: number | undefined;
  /**
   * Whether to accept a partial response (too large, cut off or timed out) once its status has arrived. Otherwise such
   * a response is an error.
   */
  mayBeCut?: boolean | undefined;
  /** Whether to use HTTP/2, for vendors that support no other version. Requests to one origin share a few connections. */
  http2?: boolean | undefined;
  /**
   * Whether to send the `traceparent` of the span. Set only for the customer's servers, because a vendor could link
   * requests by this header.
   */
  sharesTrace?: boolean | undefined;
}

export interface OutboundResponse {
  status: number;
  /** Names in lower case; repeated headers are joined with commas. */
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Whether the body is incomplete. */
  isCut?: boolean;
}

export interface Outbound {
  /**
   * @throws {BlockedError} for an address that is not allowed, before any connection.
   * @throws {OutboundError} if there is no readable response. Error statuses do not throw.
   */
  fetch: (url: string, request: OutboundRequest) => Promise<OutboundResponse>;
  /**
   * A connected TCP socket, before TLS.
   * @throws {BlockedError}
   * @throws {OutboundError} `unreachable`.
   */
  connect: (host: string, port: number) => Promise<Socket>;
}

/**
 * - `invalid`: not an http or https URL, or a URL with a user name.
 * - `unreachable`: no connection. Nothing was sent.
 * - `interrupted`: the connection broke, or the response is not valid HTTP or cannot be decompressed. The request may
 *   have been processed.
 * - `timeout`: no complete response in time. The request may have been processed.
 * - `too_large`: the response is larger than allowed. The request was processed.
 */
export type OutboundErrorKind = 'invalid' | 'unreachable' | 'interrupted' | 'timeout' | 'too_large';

export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly kind: OutboundErrorKind;

  constructor(kind: OutboundErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface OutboundOptions {
  allow?: readonly string[];
  /** Replaces the system's resolver in tests. */
  resolve?: Resolve;
  timeoutMs?: number;
  /** Maximum size of a response body, decompressed. */
  maxResponseBytes?: number;
  /** Maximum simultaneous connections to one origin. Further requests wait within their time limit. */
  connections?: number;
}

const DEFAULTS = { timeoutMs: 15_000, maxResponseBytes: 1_048_576, connections: 128 };
/** Few connections are enough, because each carries many concurrent requests. */
const HTTP2_CONNECTIONS = 4;

let ofProcess: Outbound | undefined;

/** Returns the instance of this process, which allows the addresses of `OUTBOUND_ALLOW`. */
export function outbound(): Outbound {
  ofProcess ??= createOutbound({ allow: env().OUTBOUND_ALLOW });
  return ofProcess;
}

/** Returns an instance with a separate connection pool. Connections stay open for a few seconds to be reused. */
export function createOutbound(options: OutboundOptions = {}): Outbound & { close: () => Promise<void> } {
  const limits = { ...DEFAULTS, ...options };
  const guard = outboundGuard(options.allow ?? [], options.resolve);
  const common = {
    // This limit of undici is disabled, because one time limit covers the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: guard.lookup, timeout: limits.timeoutMs },
  };
  const agent = new Agent({ ...common, connections: limits.connections, allowH2: false });
  // `useH2c` allows HTTP/2 without TLS, for servers in tests. `Agent` accepts the option here, although its types
  // declare it elsewhere.
  const http2 = { ...common, connections: HTTP2_CONNECTIONS, allowH2: true, useH2c: true };
  const http2Agent = new Agent(http2);
  return {
    fetch: traced(async (url: string, request: OutboundRequest) => {
      const { origin, path } = targetOf(url, guard);
      const timeoutMs = Math.min(request.timeoutMs ?? limits.timeoutMs, limits.timeoutMs);
      const through = request.http2 ? http2Agent : agent;
      const { status, headers, chunks, isCut } = await exchange(
        through,
        { ...request, origin, path },
        { ...limits, timeoutMs },
      );
      const reading = decoded(chunks, headers['content-encoding'], limits.maxResponseBytes);
      if (!request.mayBeCut) return { status, headers, body: await reading };
      const body = await reading.catch(() => undefined);
      return { status, headers, body: body ?? '', ...((isCut || body === undefined) && { isCut: true }) };
    }),
    connect: (host, port) => openSocket(guard, host, port, limits.timeoutMs),
    close: async () => {
      await Promise.all([agent.destroy(), http2Agent.destroy()]);
    },
  };
}

/**
 * Returns host, origin and path. URL parsing normalises every notation of an address (`0x7f.1`, `2130706433`).
 *
 * @throws {OutboundError} `invalid`.
 * @throws {BlockedError} for a literal address that is not allowed.
 */
export function targetOf(url: string, guard: Guard): { host: string; origin: string; path: string } {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new OutboundError('invalid', 'The address is not an http or https URL');
  }
  if (parsed.username || parsed.password) {
    throw new OutboundError('invalid', 'The address must not contain a user name or password');
  }
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  guard.assertLiteral(host);
  return { host, origin: parsed.origin, path: parsed.pathname + parsed.search };
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  chunks: Buffer[];
  isCut: boolean;
}

type Limits = Required<Pick<OutboundOptions, 'timeoutMs' | 'maxResponseBytes'>>;

/** Uses `dispatch`, undici's lowest level, which costs half as much as `request` for a short response. */
function exchange(
  agent: Agent,
  { origin, path, method, headers, body, mayBeCut = false }: OutboundRequest & { origin: string; path: string },
  { timeoutMs, maxResponseBytes }: Limits,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answer: Answer = { status: 0, headers: {}, chunks: [], isCut: false };
    let running: Dispatcher.DispatchController | undefined;
    let bytes = 0;
    let failure: Error | undefined;
    const fail = (error: Error) => {
      clearTimeout(timer);
      failure ??= error;
      if (mayBeCut && answer.status > 0) resolve({ ...answer, isCut: true });
      else reject(failure);
      if (running && !running.aborted) running.abort(failure);
    };
    const timer = setTimeout(() => {
      const seconds = timeoutMs / 1000;
      fail(new OutboundError('timeout', `${new URL(origin).host} did not answer within ${seconds} s`));
    }, timeoutMs);
    agent.dispatch(
      { origin, path, method, headers, body: body ?? null },
      {
        onRequestStart(controller) {
          running = controller;
          if (failure) controller.abort(failure);
        },
        onResponseStart(_controller, status, received) {
          answer.status = status;
          answer.headers = flat(received);
        },
        onResponseData(_controller, chunk) {
          answer.chunks.push(chunk.subarray(0, maxResponseBytes - bytes));
          bytes += chunk.length;
          if (bytes > maxResponseBytes) fail(tooLarge(maxResponseBytes));
        },
        onResponseEnd() {
          clearTimeout(timer);
          resolve(answer);
        },
        onResponseError(_controller, error) {
          fail(running ? interrupted(origin, error) : unreachable(new URL(origin).host, error));
        },
      },
    );
  });
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) result[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return result;
}

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Decodes text without the byte order mark that some servers put before their JSON (RFC 8259, 8.1). */
function utf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Belfry requests no compression, but some servers compress anyway. The limit applies to the decompressed size. */
async function decoded(chunks: Buffer[], encoding: string | undefined, maxOutputLength: number): Promise<string> {
  const [first] = chunks;
  if (!first) return '';
  const raw = chunks.length === 1 ? first : Buffer.concat(chunks);
  const decode = encoding === undefined ? undefined : decoders[encoding.toLowerCase() as keyof typeof decoders];
  if (!decode) return utf8(raw);
  try {
    return utf8(await decode(raw, { maxOutputLength }));
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge
      ? tooLarge(maxOutputLength)
      : new OutboundError('interrupted', `The response is not valid ${encoding}`, error);
  }
}

/** A host can be written in any notation of an address, so the guard checks the resolved address. */
function openSocket(guard: Guard, host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    guard.assertLiteral(host);
    const socket = connectSocket({ host, port, lookup: guard.lookup, autoSelectFamily: true });
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(unreachable(`${host}:${port}`, error));
    };
    const timer = setTimeout(() => fail(new Error(`no connection within ${timeoutMs / 1000} s`)), timeoutMs);
    socket.once('error', fail);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}

function tooLarge(bytes: number): OutboundError {
  return new OutboundError('too_large', `The response is larger than ${bytes} bytes`);
}

function interrupted(origin: string, error: Error): OutboundError {
  return new OutboundError('interrupted', `The connection to ${new URL(origin).host} broke: ${reasonOf(error)}`, error);
}

function unreachable(host: string, error: Error): Error {
  if (error instanceof BlockedError) return error;
  return new OutboundError('unreachable', `${host} could not be reached: ${reasonOf(error)}`, error);
}

/** Returns the text of an error. If several addresses failed, the error has no message, so the first inner error is used. */
function reasonOf(error: Error): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  return inner instanceof Error ? inner.message || inner.name : String(inner);
}
