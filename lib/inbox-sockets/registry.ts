import type { InboxConnection } from './connection.ts';
import type { SocketSession } from './session.ts';

/** Limits of one process. */
export interface SocketLimits {
  perEnvironment: number;
  perSubscriber: number;
}

export type Followers = ReadonlySet<InboxConnection>;

export interface RegistryEvents {
  /** Called for the first connection of an environment. */
  onEnvironment(environmentId: string): void;
  /** Called for the first connection of a subscriber, and when its last connection ends. */
  onSubscriber(environmentId: string, subscriberId: string): void;
}

interface Environment {
  size: number;
  /** By Subscriber.id. */
  subscribers: Map<string, Set<InboxConnection>>;
}

/** The connections of this process with a session, by environment and subscriber. */
export class SocketRegistry {
  readonly #environments = new Map<string, Environment>();
  readonly #limits: SocketLimits;
  readonly #events: RegistryEvents;

  constructor(limits: SocketLimits, events: RegistryEvents) {
    this.#limits = limits;
    this.#events = events;
  }

  /** @returns whether the limits allow the connection. */
  add(connection: InboxConnection, { environmentId, subscriberId }: SocketSession): boolean {
    const environment = this.#environments.get(environmentId) ?? { size: 0, subscribers: new Map() };
    const own = environment.subscribers.get(subscriberId) ?? new Set();
    if (environment.size >= this.#limits.perEnvironment || own.size >= this.#limits.perSubscriber) return false;
    environment.size += 1;
    environment.subscribers.set(subscriberId, own.add(connection));
    this.#environments.set(environmentId, environment);
    if (environment.size === 1) this.#events.onEnvironment(environmentId);
    if (own.size === 1) this.#events.onSubscriber(environmentId, subscriberId);
    return true;
  }

  remove(connection: InboxConnection, { environmentId, subscriberId }: SocketSession): void {
    const environment = this.#environments.get(environmentId);
    const own = environment?.subscribers.get(subscriberId);
    if (!environment || !own?.delete(connection)) return;
    environment.size -= 1;
    if (environment.size === 0) this.#environments.delete(environmentId);
    if (own.size > 0) return;
    environment.subscribers.delete(subscriberId);
    this.#events.onSubscriber(environmentId, subscriberId);
  }

  of(environmentId: string, subscriberId: string): Followers | undefined {
    return this.#environments.get(environmentId)?.subscribers.get(subscriberId);
  }

  isOnline(environmentId: string, subscriberId: string): boolean {
    return this.of(environmentId, subscriberId) !== undefined;
  }

  environmentIds(): string[] {
    return [...this.#environments.keys()];
  }

  /** All connections of an environment. */
  *ofEnvironment(environmentId: string): Iterable<InboxConnection> {
    for (const own of this.#environments.get(environmentId)?.subscribers.values() ?? []) yield* own;
  }
}
