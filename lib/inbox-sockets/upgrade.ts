import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Gauge } from 'prom-client';
import { type ServerOptions, WebSocketServer } from 'ws';
import { metrics } from '#lib/api/metrics.ts';
import { respondRaw } from '#lib/front/raw-response.ts';
import { pageOrigin } from '#lib/inbox-sessions/origin.ts';
import { authenticateSocket, endedInboxSessions } from './authenticate-socket.ts';
import type { Dialect } from './dialect.ts';
import { OnlineStates } from './online-states.ts';
import { plain } from './plain.ts';
import { MAX_FRAME_BYTES, socketIo } from './socket-io.ts';
import { InboxSockets } from './sockets.ts';

/** The maximum number of sockets of a process, including sockets that are being closed. */
const MAX_SOCKETS = 20_000;
/** The limits of one environment and of one subscriber, so that sockets are left for other environments. */
const LIMITS = { perEnvironment: 15_000, perSubscriber: 30 };
/** Milliseconds in which a client must respond to a close frame. */
const CLOSE_TIMEOUT_MS = 2_000;

/** The types of ws lack `closeTimeout`. */
const OPTIONS: ServerOptions & { closeTimeout: number } = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: MAX_FRAME_BYTES,
  closeTimeout: CLOSE_TIMEOUT_MS,
};

const DIALECTS: Readonly<Record<string, Dialect>> = { '/socket.io': socketIo, '/api/v1/inbox/socket': plain };

/** Returns the dialect of a path. Undefined for paths without sockets. */
export function dialectOf(url: string): Dialect | undefined {
  const path = pathOf(url);
  return DIALECTS[path.endsWith('/') ? path.slice(0, -1) : path];
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

/**
 * Responds to a request that has a socket's path but is not an upgrade. Such requests occur if a proxy drops the
 * headers or a client polls.
 */
export function requireUpgrade(response: ServerResponse): void {
  response
    .writeHead(426, { 'content-type': 'text/plain', upgrade: 'websocket', connection: 'upgrade, close' })
    .end('This address needs a WebSocket. A proxy in front must forward the headers Upgrade and Connection.\n');
}

/** Opens the sockets of embedded inboxes. The token is in the query, which no log contains. */
export class InboxUpgrades {
  readonly #online = new OnlineStates((environmentId, subscriberId) =>
    this.#sockets.registry.isOnline(environmentId, subscriberId),
  );
  readonly #sockets: InboxSockets = new InboxSockets({
    ended: endedInboxSessions,
    onSubscriber: (environmentId, subscriberId) => this.#online.change(environmentId, subscriberId),
    limits: LIMITS,
  });
  readonly #server = new WebSocketServer(OPTIONS);
  #open = 0;
  #isEnding = false;
  /** One function for all sockets. A function inside `upgrade` would keep the request in memory. */
  readonly #closed = () => {
    this.#open -= 1;
  };

  constructor() {
    const count = () => this.#open;
    new Gauge({
      name: 'belfry_inbox_sockets',
      help: 'Open sockets of embedded inboxes.',
      registers: [metrics().registry],
      collect() {
        this.set(count());
      },
    });
  }

  /** Responds to a request for an upgrade. The headers of the request must be trustworthy (`cleanHeaders`). */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, dialect: Dialect): void {
    const query = new URLSearchParams((request.url ?? '').slice(pathOf(request.url ?? '').length));
    if (dialect === socketIo && (query.get('EIO') !== '4' || query.get('transport') !== 'websocket'))
      respondRaw(socket, 400, 'Socket.IO needs version 4 of Engine.IO and the transport websocket.\n');
    else if (this.#isEnding || this.#open >= MAX_SOCKETS)
      respondRaw(socket, 503, 'Too many sockets are open. Try again later.\n', ['retry-after: 10']);
    else this.#accept(request, socket, head, dialect, query.get('token') ?? '');
  }

  #accept(request: IncomingMessage, socket: Duplex, head: Buffer, dialect: Dialect, token: string): void {
    this.#open += 1;
    socket.once('close', this.#closed);
    const origin = pageOrigin(originHeaders(request));
    this.#server.handleUpgrade(request, socket, head, (opened) =>
      this.#sockets.open(opened, dialect, () => authenticateSocket(token, origin)),
    );
  }

  /** Closes all sockets. Subscribers stay online for a while, because their clients connect to another process. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#sockets.end();
    await this.#online.end();
  }
}

/** Returns the headers that `pageOrigin` reads. */
function originHeaders({ headers }: IncomingMessage): Headers {
  const read = new Headers();
  for (const name of ['origin', 'host', 'sec-fetch-site'] as const) {
    const value = headers[name];
    if (typeof value === 'string') read.set(name, value);
  }
  return read;
}
