import pLimit from 'p-limit';
import type { WebSocket } from 'ws';
import { newId } from '#lib/id.ts';
import { announceFollowed, RENEW_MS } from '#lib/live/followed-environments.ts';
import { listenTo } from '#lib/postgres/announcements.ts';
import { INBOX_CHANNEL, INBOX_FOLLOWED_CHANNEL } from './channels.ts';
import { type Authenticate, CLOSE, type ConnectionTools, InboxConnection } from './connection.ts';
import type { Dialect } from './dialect.ts';
import { type Announced, announcedBy } from './gathered-inboxes.ts';
import { type RegistryEvents, type SocketLimits, SocketRegistry } from './registry.ts';
import type { SocketSession } from './session.ts';
import { Sweep } from './sweep.ts';
import { InboxUpdates } from './updates.ts';

/**
 * The maximum number of tokens that are checked at the same time, because all clients connect again after a restart.
 */
const AUTHENTICATIONS = 6;
/** The time between two checks that the sessions of the connections still exist. */
const CHECK_MS = 60_000;
/** The time for clients to respond before the process ends. */
const GOODBYE_MS = 1_500;

export interface SocketTools {
  /** Returns which of an environment’s inbox sessions have ended. */
  ended(environmentId: string, inboxSessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called when the first socket of a subscriber opens or the last one closes. */
  onSubscriber: RegistryEvents['onSubscriber'];
  limits: SocketLimits;
}

/** The sockets of this process. */
export class InboxSockets {
  readonly registry: SocketRegistry;
  readonly #tools: SocketTools;
  readonly #updates: InboxUpdates;
  readonly #sweep = new Sweep();
  readonly #authentications = pLimit(AUTHENTICATIONS);
  readonly #connectionTools: ConnectionTools = {
    admit: (connection, session) => this.registry.add(connection, session),
    onOpen: (connection) => this.#updates.welcome(connection),
    onEnd: (connection) => this.#remove(connection),
  };
  readonly #timers: NodeJS.Timeout[];

  constructor(tools: SocketTools) {
    this.#tools = tools;
    this.registry = new SocketRegistry(tools.limits, {
      onEnvironment: (environmentId) => announceFollowed(INBOX_FOLLOWED_CHANNEL, [environmentId]),
      onSubscriber: tools.onSubscriber,
    });
    this.#updates = new InboxUpdates(this.registry);
    this.#timers = [
      setInterval(() => announceFollowed(INBOX_FOLLOWED_CHANNEL, this.registry.environmentIds()), RENEW_MS).unref(),
      setInterval(() => void this.endLostSessions(), CHECK_MS).unref(),
    ];
    listenTo(INBOX_CHANNEL, {
      onMessage: (payload) => {
        for (const announced of announcedBy(payload)) this.#hear(announced);
      },
      onConnect: () => {
        for (const environmentId of this.registry.environmentIds()) this.#recount(environmentId);
      },
    });
  }

  /** @param check checks the token of the client. Throws RefusedToken. */
  open(socket: WebSocket, dialect: Dialect, check: () => Promise<SocketSession>): void {
    // No statement runs for a client that disconnected while it waited.
    const authenticate: Authenticate = (hasLeft) =>
      this.#authentications(() => (hasLeft() ? Promise.reject(new Error('The client has left')) : check()));
    this.#sweep.add(new InboxConnection(socket, { id: newId(), dialect, authenticate }, this.#connectionTools));
  }

  /** Closes the connections of ended sessions that no process has announced, such as expired sessions. */
  async endLostSessions(): Promise<void> {
    for (const environmentId of this.registry.environmentIds())
      await this.#endSessions(environmentId, [...this.registry.ofEnvironment(environmentId)]);
  }

  /** Closes all connections, because the process ends. Clients then connect to another process. */
  async end(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    const connections = [...this.#sweep];
    for (const connection of connections) connection.close(CLOSE.goingAway, 'The server restarts');
    await new Promise((resolve) => setTimeout(resolve, connections.length > 0 ? GOODBYE_MS : 0));
    for (const connection of connections) connection.terminate();
  }

  #remove(connection: InboxConnection): void {
    this.#sweep.remove(connection);
    if (connection.session) this.registry.remove(connection, connection.session);
  }

  #hear(announced: Announced): void {
    const { environmentId } = announced;
    if (announced.type === 'changes') this.#updates.add(announced);
    else if (announced.type === 'gap') this.#recount(environmentId);
    else void this.#endSessions(environmentId, [...(this.registry.of(environmentId, announced.subscriberId) ?? [])]);
  }

  /** Closes the connections whose session has ended. */
  async #endSessions(environmentId: string, connections: readonly InboxConnection[]): Promise<void> {
    const ids = new Set(connections.flatMap(({ session }) => session?.inboxSessionId ?? []));
    if (ids.size === 0) return;
    // If the database does not respond, no session ends.
    const ended = await this.#tools.ended(environmentId, [...ids]).catch(() => new Set<string>());
    for (const connection of connections)
      if (ended.has(connection.session?.inboxSessionId ?? '')) connection.endSession();
  }

  #recount(environmentId: string): void {
    for (const connection of this.registry.ofEnvironment(environmentId)) this.#updates.welcome(connection);
  }
}
