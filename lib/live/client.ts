import { ApiFailure, apiStream } from '#lib/api/client.ts';
import type { RunChanges } from './schema.ts';
import { serverEvents } from './server-events.ts';

/** `off`: the caller may not follow runs. In other states, the client retries until it is `live`. */
export type LiveState = 'live' | 'connecting' | 'off';

interface LiveListener {
  onChanges(changes: RunChanges): void;
  /** Called if changes may have been missed, so that the listener must reload its data. */
  onReady(): void;
  onState(state: LiveState): void;
}

type Message =
  | { type: 'state'; state: LiveState }
  | { type: 'ready' }
  | { type: 'changes'; changes: RunChanges }
  | { type: 'ask' };

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** The time without data after which the connection counts as dead. The server sends data every 15 s. */
const SILENCE_MS = 40_000;

const known = new Map<string, LiveRuns>();

/** Returns the changes of an environment's runs, shared by all listeners of this window. */
export function liveRuns(environmentId: string): LiveRuns {
  const runs = known.get(environmentId) ?? new LiveRuns(environmentId);
  known.set(environmentId, runs);
  return runs;
}

/**
 * Reads one stream per browser: the window with a Web Lock reads it and forwards messages to the other windows. Without
 * Web Locks (an http address other than localhost), each window reads its own stream while it is visible. Without
 * listeners, no stream is open.
 */
class LiveRuns {
  readonly #environmentId: string;
  readonly #listeners = new Set<LiveListener>();
  #state: LiveState = 'connecting';
  #channel: BroadcastChannel | undefined;
  #stop: AbortController | undefined;

  constructor(environmentId: string) {
    this.#environmentId = environmentId;
  }

  get state(): LiveState {
    return this.#state;
  }

  subscribe(listener: LiveListener): () => void {
    this.#listeners.add(listener);
    if (!this.#stop) this.#start();
    return () => {
      this.#listeners.delete(listener);
      // Wait, because a page that replaces the current page subscribes in the same task.
      setTimeout(() => this.#listeners.size === 0 && this.#end());
    };
  }

  #start(): void {
    const stop = new AbortController();
    this.#stop = stop;
    this.#state = 'connecting';
    const name = `belfry-live-${this.#environmentId}`;
    if (!navigator.locks) return void this.#readWhileVisible(stop.signal);
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data);
    this.#say({ type: 'ask' });
    navigator.locks
      .request(name, { signal: stop.signal }, () => this.#read(stop.signal, (message) => this.#publish(message)))
      .catch(() => undefined);
  }

  #end(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.#channel?.close();
    this.#channel = undefined;
  }

  async #readWhileVisible(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (document.hidden) {
        await once(document, 'visibilitychange', signal);
        continue;
      }
      const hidden = new AbortController();
      void once(document, 'visibilitychange', AbortSignal.any([signal, hidden.signal])).then(() => hidden.abort());
      await this.#read(AbortSignal.any([signal, hidden.signal]), (message) => this.#deliver(message));
      if (this.#state === 'off') return;
    }
  }

  /** Reads the stream, and reconnects until `signal` aborts or the server permanently rejects the caller. */
  async #read(signal: AbortSignal, publish: (message: Message) => void): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.#readOnce(signal, (message) => {
          failures = 0;
          publish(message);
        });
      } catch (error) {
        if (signal.aborted) return;
        if (isFinal(error)) return publish({ type: 'state', state: 'off' });
      }
      if (signal.aborted) return;
      publish({ type: 'state', state: 'connecting' });
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), signal);
    }
  }

  async #readOnce(signal: AbortSignal, publish: (message: Message) => void): Promise<void> {
    const silence = new AbortController();
    const body = await apiStream('/v1/notifications/live', {
      environmentId: this.#environmentId,
      signal: AbortSignal.any([signal, silence.signal]),
    });
    let watch = setTimeout(() => silence.abort(), SILENCE_MS);
    try {
      for await (const { event, data } of serverEvents(body)) {
        clearTimeout(watch);
        watch = setTimeout(() => silence.abort(), SILENCE_MS);
        if (event === 'runs') publish({ type: 'changes', changes: JSON.parse(data) as RunChanges });
        if (event !== 'ready') continue;
        publish({ type: 'state', state: 'live' });
        publish({ type: 'ready' });
      }
    } finally {
      clearTimeout(watch);
    }
  }

  /** Sends a message to this window and the others. */
  #publish(message: Message): void {
    this.#deliver(message);
    this.#say(message);
  }

  #say(message: Message): void {
    this.#channel?.postMessage(message);
  }

  #hear(message: Message): void {
    if (message.type !== 'ask') this.#deliver(message);
    else if (this.#state !== 'connecting') this.#say({ type: 'state', state: this.#state });
  }

  #deliver(message: Message): void {
    if (message.type === 'state') this.#state = message.state;
    for (const listener of this.#listeners) {
      if (message.type === 'changes') listener.onChanges(message.changes);
      if (message.type === 'ready') listener.onReady();
      if (message.type === 'state') listener.onState(message.state);
    }
  }
}

/** Whether a retry is useless. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiFailure && [400, 401, 403, 404].includes(error.statusCode);
}

/**
 * Waits about `ms`, so that not all windows reconnect at the same time after a server restart. Ends early if the
 * browser is online again.
 */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), ms * (0.5 + Math.random()));
  await once(window, 'online', AbortSignal.any([signal, over.signal]));
  clearTimeout(timer);
}

/** Resolves at the next event or when `signal` aborts. */
function once(target: EventTarget, name: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) return Promise.resolve();
  const end = () => {
    target.removeEventListener(name, end);
    signal.removeEventListener('abort', end);
    resolve();
  };
  target.addEventListener(name, end);
  signal.addEventListener('abort', end);
  return promise;
}
