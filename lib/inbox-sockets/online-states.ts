import { newId } from '#lib/id.ts';
import { logger } from '#lib/logger.ts';
import { enterWebProcess, saveOffline, saveOnline, showWebProcess } from './online-rows.ts';

/** The time after which a new socket makes its subscriber online. */
const ONLINE_MS = 1_000;
/** The time for which a subscriber stays online without a socket, because pages are reloaded and networks change. */
const OFFLINE_MS = 30_000;
const FLUSH_MS = 1_000;
/** The interval at which the process shows that it is alive. */
const SHOW_MS = 15_000;
/** The number of subscribers that one statement changes. */
const BATCH = 500;

interface Subscriber {
  environmentId: string;
  /** Subscriber.id */
  subscriberId: string;
}

/**
 * Stores which subscribers are online. A subscriber becomes online a second after the first socket opened, and offline
 * half a minute after the last socket closed. A page that reconnects in between writes nothing. The rows of a killed
 * process end after a minute (`endLostOnlineStates`).
 */
export class OnlineStates {
  readonly #isOnline: (environmentId: string, subscriberId: string) => boolean;
  readonly #webProcessId = newId();
  /** Subscribers whose stored state may have to change, with the time for it. */
  readonly #due = new Map<string, Subscriber & { at: number }>();
  /** Subscribers that this process has stored as online. */
  readonly #stored = new Map<string, Subscriber>();
  #isEntered = false;
  #flushing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #shown: NodeJS.Timeout | undefined;

  /** @param isOnline whether the process has a socket of the subscriber now. */
  constructor(isOnline: (environmentId: string, subscriberId: string) => boolean) {
    this.#isOnline = isOnline;
  }

  /** The first socket of a subscriber has opened, or the last one has closed. */
  change(environmentId: string, subscriberId: string): void {
    const isOnline = this.#isOnline(environmentId, subscriberId);
    const at = performance.now() + (isOnline ? ONLINE_MS : OFFLINE_MS);
    this.#due.set(environmentId + subscriberId, { environmentId, subscriberId, at });
    this.#timer ??= setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Stores the states that are due. */
  flush(now = performance.now()): Promise<void> {
    this.#flushing ??= this.#flush(now)
      .catch((error) => logger().warn({ error }, 'Failed to save the online states of subscribers'))
      .finally(() => {
        this.#flushing = undefined;
      });
    return this.#flushing;
  }

  /** Shows that the process is alive, and stores its subscribers again if it counted as dead. */
  async show(): Promise<void> {
    if (!this.#isEntered || (await showWebProcess(this.#webProcessId, new Date()))) return;
    this.#isEntered = false;
    const at = performance.now();
    for (const [key, subscriber] of this.#stored) this.#due.set(key, { ...subscriber, at });
    this.#stored.clear();
    this.#timer ??= setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  /**
   * Stops, but keeps the rows of the process. After a minute, its subscribers are offline, unless their clients have
   * connected to another process.
   */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    clearInterval(this.#shown);
    await this.#flushing;
    if (this.#isEntered) await showWebProcess(this.#webProcessId, new Date()).catch(() => undefined);
  }

  async #flush(now: number): Promise<void> {
    const due = [...this.#due].filter(([, { at }]) => at <= now);
    for (const [key, { environmentId, subscriberId }] of due)
      if (this.#isOnline(environmentId, subscriberId) === this.#stored.has(key)) this.#due.delete(key);
    const changing = due.filter(([key]) => this.#due.has(key)).map(([, subscriber]) => subscriber);
    for (const [environmentId, subscribers] of Map.groupBy(changing, (subscriber) => subscriber.environmentId))
      for (let from = 0; from < subscribers.length; from += BATCH)
        await this.#save(environmentId, subscribers.slice(from, from + BATCH));
    if (this.#due.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #save(environmentId: string, subscribers: readonly Subscriber[]): Promise<void> {
    const ids = subscribers.map(({ subscriberId }) => subscriberId);
    const online = ids.filter((id) => this.#isOnline(environmentId, id));
    const offline = ids.filter((id) => !this.#isOnline(environmentId, id));
    if (online.length > 0) {
      await this.#enter();
      await saveOnline(environmentId, online, this.#webProcessId);
    }
    if (offline.length > 0) await saveOffline(environmentId, offline, [this.#webProcessId], new Date());
    for (const subscriberId of online) this.#stored.set(environmentId + subscriberId, { environmentId, subscriberId });
    for (const subscriberId of offline) this.#stored.delete(environmentId + subscriberId);
    // A socket that opened or closed in the meantime has made its subscriber due again, at a later time.
  }

  /** Without an entry, the rows of this process would count as the rows of a dead process. */
  async #enter(): Promise<void> {
    if (this.#isEntered) return;
    await enterWebProcess(this.#webProcessId, new Date());
    this.#isEntered = true;
    this.#shown ??= setInterval(() => {
      this.show().catch((error) => logger().warn({ error }, 'Failed to record the heartbeat of the web process'));
    }, SHOW_MS).unref();
  }
}
