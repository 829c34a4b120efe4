import type { InboxClient } from './inbox-client.ts';
import { InboxSocket, type SocketHandlers } from './inbox-socket.ts';

type Shared =
  | { type: 'hello' }
  | { type: 'state'; isConnected: boolean }
  | { type: 'event'; name: string; data: unknown };

/**
 * One socket for all tabs of a browser with the same inbox. The tab that holds a Web Lock has the socket, and forwards
 * its events to the other tabs. When that tab closes, the browser gives the lock to another one. Without Web Locks (an
 * http address other than localhost) or BroadcastChannel, each tab has its own socket.
 */
export class SharedSocket {
  readonly #name: string;
  readonly #handlers: SocketHandlers;
  readonly #socket: InboxSocket;
  #channel: BroadcastChannel | undefined;
  #stop: AbortController | undefined;
  #isLeader = false;
  #isConnected = false;

  /** @param name is the same in all tabs that may share the socket. */
  constructor(name: string, handlers: SocketHandlers) {
    this.#name = name;
    this.#handlers = handlers;
    this.#socket = new InboxSocket({
      ...handlers,
      onEvent: (event, data) => this.#pass({ type: 'event', name: event, data }),
      onState: (isConnected) => this.#pass({ type: 'state', isConnected }),
    });
  }

  start(): void {
    if (this.#stop) return;
    const stop = new AbortController();
    this.#stop = stop;
    const channel = openChannel(this.#name);
    if (!channel) {
      this.#lead();
      return;
    }
    channel.onmessage = ({ data }: MessageEvent<Shared>) => this.#receive(data);
    this.#channel = channel;
    this.#post({ type: 'hello' });
    navigator.locks
      .request(this.#name, { signal: stop.signal }, () => {
        if (stop.signal.aborted) return undefined;
        this.#lead();
        return new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
      })
      // A call of `stop` aborts the request. A page whose browser refuses locks, as in some frames, gets its own
      // socket.
      .catch(() => stop.signal.aborted || this.#lead());
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.#socket.stop();
    this.#isLeader = false;
    this.#channel?.close();
    this.#channel = undefined;
    this.#isConnected = false;
  }

  hurry(): void {
    this.#socket.hurry();
  }

  #lead(): void {
    this.#isLeader = true;
    this.#socket.start();
  }

  #pass(message: Shared): void {
    this.#post(message);
    this.#heed(message);
  }

  #receive(message: Shared): void {
    if (message.type !== 'hello') this.#heed(message);
    else if (this.#isLeader) this.#post({ type: 'state', isConnected: this.#isConnected });
  }

  #heed(message: Shared): void {
    if (message.type === 'event') this.#handlers.onEvent(message.name, message.data);
    if (message.type !== 'state' || this.#isConnected === message.isConnected) return;
    this.#isConnected = message.isConnected;
    this.#handlers.onState(message.isConnected);
  }

  #post(message: Shared): void {
    this.#channel?.postMessage(message);
  }
}

/** Returns undefined in pages that cannot share: without Web Locks, in pages from files and in sandboxed frames. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return 'locks' in navigator ? new BroadcastChannel(name) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the socket of an inbox, which the tabs with the same inbox share. */
export function inboxSocket(client: InboxClient, handlers: Pick<SocketHandlers, 'onEvent' | 'onState'>): SharedSocket {
  const { server, applicationIdentifier, subscriberId, context = {} } = client.identity;
  const name = ['belfry-inbox', server, applicationIdentifier, subscriberId, JSON.stringify(context)].join(' ');
  return new SharedSocket(name, {
    ...handlers,
    address: async () => {
      const { token } = await client.session();
      return `${server.replace(/^http/, 'ws')}/api/v1/inbox/socket?token=${encodeURIComponent(token)}`;
    },
    onRefused: (address) => client.renew(new URL(address).searchParams.get('token') ?? ''),
  });
}
