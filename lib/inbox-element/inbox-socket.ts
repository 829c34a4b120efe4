import { parseJson } from './parse-json.ts';
import { pauseMs } from './pause.ts';

export interface SocketHandlers {
  /** Returns the address with the token of the session. */
  address(): Promise<string>;
  onEvent(name: string, data: unknown): void;
  onState(isConnected: boolean): void;
  /** Replaces a token that the server has refused. */
  onRefused(address: string): Promise<void>;
}

/** Milliseconds between two pings, and for which the server may be silent after a ping. */
const PING_MS = 25_000;
const SILENCE_MS = 10_000;
/** The close code for an invalid or expired token (docs/guides/inbox.md). */
const REFUSED = 4401;

/** The WebSocket of the inbox in the plain dialect. It reconnects after every disconnection, with growing pauses. */
export class InboxSocket {
  readonly #handlers: SocketHandlers;
  #socket: WebSocket | undefined;
  #failures = 0;
  /** Whether a new token was already tried since the last connection. */
  #isRenewed = false;
  #isStopped = true;
  #isConnected = false;
  #next: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(handlers: SocketHandlers) {
    this.#handlers = handlers;
  }

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    void this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#next);
    this.#leave();
    this.#say(false);
  }

  /** Connects without a further pause, because the network or the reader is back. */
  hurry(): void {
    if (this.#isStopped || this.#socket) return;
    clearTimeout(this.#next);
    void this.#connect();
  }

  async #connect(): Promise<void> {
    this.#next = undefined;
    const address = await this.#handlers.address().catch(() => undefined);
    if (this.#isStopped || this.#socket || this.#next) return;
    const socket = address === undefined ? undefined : open(address);
    if (!socket || address === undefined) return this.#later();
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#hear(String(data));
    socket.onclose = ({ code }) => void this.#ended(code, address);
  }

  #hear(text: string): void {
    clearTimeout(this.#silence);
    if (text === 'pong') return;
    const message = parseJson(text) as { event?: unknown; data?: unknown } | undefined;
    if (typeof message?.event !== 'string') return;
    // The server sends counts once it has accepted the token.
    if (!this.#isConnected) this.#connected();
    this.#handlers.onEvent(message.event, message.data);
  }

  #connected(): void {
    this.#failures = 0;
    this.#isRenewed = false;
    this.#pings = setInterval(() => this.#ping(), PING_MS);
    this.#say(true);
  }

  /** Pings the server, because a dead connection may stay open, for example after a change of the network. */
  #ping(): void {
    this.#socket?.send('ping');
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#leave();
      this.#say(false);
      this.#later();
    }, SILENCE_MS);
  }

  async #ended(code: number, address: string): Promise<void> {
    this.#leave();
    this.#say(false);
    if (this.#isStopped) return;
    if (code !== REFUSED || this.#isRenewed) return this.#later();
    this.#isRenewed = true;
    await this.#handlers.onRefused(address);
    if (!this.#isStopped && !this.#socket) await this.#connect();
  }

  #later(): void {
    if (this.#isStopped) return;
    this.#failures += 1;
    clearTimeout(this.#next);
    this.#next = setTimeout(() => void this.#connect(), pauseMs(this.#failures, Math.random()));
  }

  #leave(): void {
    clearInterval(this.#pings);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  #say(isConnected: boolean): void {
    if (this.#isConnected === isConnected) return;
    this.#isConnected = isConnected;
    this.#handlers.onState(isConnected);
  }
}

/** Returns undefined if the page’s policy or the address allows no socket. */
function open(address: string): WebSocket | undefined {
  try {
    return new WebSocket(address);
  } catch {
    return undefined;
  }
}
