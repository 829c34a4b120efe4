import type { WebSocket } from 'ws';
import type { Dialect, Heard } from './dialect.ts';
import { RefusedToken, type SocketSession } from './session.ts';

/** Close codes of WebSocket (RFC 6455, 7.4). */
export const CLOSE = {
  /** The process ends. Clients connect again. */
  goingAway: 1001,
  /** The client sent too much. */
  policy: 1008,
  /** Overload, or an error of the server. Clients connect again. */
  tryLater: 1013,
  /** The token is not valid, or no longer valid. RFC 6455 leaves the codes from 4000 on to applications. */
  refused: 4401,
} as const;

/** The number of bytes that may wait for a slow reader before its connection is ended. */
export const MAX_UNREAD_BYTES = 262_144;
/** The maximum number of namespaces of a connection. The official clients open one namespace. */
const MAX_NAMESPACES = 4;
/** The maximum number of frames that a client may send between two pings. The official clients send one or two. */
const MAX_FRAMES = 60;

const REFUSED = 'The token of the inbox session is not valid.';

/**
 * Checks the token of a connection.
 * @param hasLeft whether the client has disconnected in the meantime. If so, the result does not matter.
 * @throws RefusedToken
 */
export type Authenticate = (hasLeft: () => boolean) => Promise<SocketSession>;

/** The functions that all connections share. */
export interface ConnectionTools {
  /** Adds the connection to the registry. @returns whether the limits allow the connection. */
  admit(connection: InboxConnection, session: SocketSession): boolean;
  /** Called after each opened namespace. */
  onOpen(connection: InboxConnection): void;
  /** Called once when the connection ends, even if the connection was not admitted. */
  onEnd(connection: InboxConnection): void;
}

/** Whether the server has a session for the connection. */
type State = 'waiting' | 'authenticating' | 'open' | 'ended';

/** One WebSocket of an inbox. Sends no data about messages until its token is accepted. */
export class InboxConnection {
  readonly id: string;
  readonly dialect: Dialect;
  /** The count in the last event. -1 before the first event. */
  unseenCount = -1;
  #session: SocketSession | undefined;
  #state: State = 'waiting';
  #namespaces: readonly string[] = [];
  /** Undefined after its call, because the function holds the token. */
  #check: Authenticate | undefined;
  readonly #socket: WebSocket;
  readonly #tools: ConnectionTools;
  #frames = 0;
  #isHeard = true;

  constructor(
    socket: WebSocket,
    { id, dialect, authenticate }: { id: string; dialect: Dialect; authenticate: Authenticate },
    tools: ConnectionTools,
  ) {
    this.id = id;
    this.#check = authenticate;
    this.dialect = dialect;
    this.#socket = socket;
    this.#tools = tools;
    socket.on('message', (data, isBinary) => this.#hear(data as Buffer, isBinary));
    socket.on('pong', () => {
      this.#isHeard = true;
    });
    socket.on('close', () => this.#end());
    // A frame broke the protocol or the size limit. ws closes the connection with the right code.
    socket.on('error', () => undefined);
    this.#say(dialect.greeting(id));
    if (dialect.opens !== undefined) this.#open(dialect.opens);
  }

  /** Undefined until the token is accepted. */
  get session(): SocketSession | undefined {
    return this.#session;
  }

  /** Whether the client has not opened a namespace yet. */
  get isWaiting(): boolean {
    return this.#state === 'waiting';
  }

  /** Sends an event with JSON as its data in every namespace. `texts` caches the frames for other connections. */
  send(name: string, data: string, texts: Map<string, string>): void {
    if (this.#state !== 'open') return;
    for (const namespace of this.#namespaces) {
      const key = `${this.dialect.name} ${namespace}`;
      const text = texts.get(key) ?? this.dialect.event(namespace, name, data);
      texts.set(key, text);
      this.#say(text);
    }
  }

  /** Sends a ping. Ends the connection if the client has been silent since the last ping, or has sent too much. */
  ping(): void {
    const wasHeard = this.#isHeard;
    this.#isHeard = false;
    this.#frames = 0;
    if (!wasHeard) this.#socket.terminate();
    else if (this.dialect.ping === undefined) this.#socket.ping();
    else this.#say(this.dialect.ping);
  }

  /** Closes the connection of a session that has ended. The client does not connect again with its token. */
  endSession(): void {
    if (this.#state !== 'open') return;
    for (const namespace of this.#namespaces) this.#say(this.dialect.ended(namespace));
    this.close(CLOSE.refused, 'The inbox session has ended');
  }

  close(code: number, reason: string): void {
    this.#end();
    this.#socket.close(code, reason);
  }

  /** Closes the connection without waiting for the client. */
  terminate(): void {
    this.#socket.terminate();
  }

  #hear(data: Buffer, isBinary: boolean): void {
    if (this.#state === 'ended') return;
    this.#isHeard = true;
    this.#frames += 1;
    if (this.#frames > MAX_FRAMES) this.close(CLOSE.policy, 'Too many frames');
    else if (!isBinary) this.#heed(this.dialect.hear(data.toString()));
  }

  #heed(heard: Heard): void {
    if (heard.type === 'open') this.#open(heard.namespace);
    else if (heard.type === 'leave') this.#leave(heard.namespace);
    else if (heard.type === 'reply') this.#say(heard.text);
    else if (heard.type === 'end') this.close(1000, '');
  }

  #open(namespace: string): void {
    if (this.#namespaces.includes(namespace)) return;
    if (this.#namespaces.length >= MAX_NAMESPACES) {
      this.close(CLOSE.policy, 'Too many namespaces');
      return;
    }
    this.#namespaces = [...this.#namespaces, namespace];
    if (this.#state === 'open') this.#opened(namespace);
    else if (this.#state === 'waiting') void this.#authenticate();
  }

  #opened(namespace: string): void {
    this.#say(this.dialect.opened(namespace, this.id));
    this.#tools.onOpen(this);
  }

  #leave(namespace: string): void {
    if (!this.#namespaces.includes(namespace)) return;
    this.#namespaces = this.#namespaces.filter((other) => other !== namespace);
    if (this.#namespaces.length === 0) this.close(1000, '');
  }

  async #authenticate(): Promise<void> {
    this.#state = 'authenticating';
    const check = this.#check;
    this.#check = undefined;
    try {
      const session = await check?.(() => this.#state === 'ended');
      if (!session || !this.#isAuthenticating) return;
      if (!this.#tools.admit(this, session)) return this.close(CLOSE.tryLater, 'Too many connections');
      this.#session = session;
      this.#state = 'open';
      for (const namespace of this.#namespaces) this.#opened(namespace);
    } catch (error) {
      if (!this.#isAuthenticating) return;
      if (!(error instanceof RefusedToken)) return this.close(CLOSE.tryLater, 'Try again later');
      for (const namespace of this.#namespaces) this.#say(this.dialect.refused(namespace, REFUSED));
      this.close(CLOSE.refused, REFUSED);
    }
  }

  /** The client may have closed the connection in the meantime. */
  get #isAuthenticating(): boolean {
    return this.#state === 'authenticating';
  }

  #say(text: string | undefined): void {
    if (text === undefined || this.#state === 'ended') return;
    if (this.#socket.bufferedAmount > MAX_UNREAD_BYTES) this.#socket.terminate();
    else this.#socket.send(text);
  }

  #end(): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#tools.onEnd(this);
  }
}
