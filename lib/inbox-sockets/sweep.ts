import type { InboxConnection } from './connection.ts';
import { PING_MS } from './socket-io.ts';

const TICK_MS = 1_000;
/** The time in which a client has to open a namespace. */
const FIRST_FRAME_TICKS = 5;
const SLOTS = PING_MS / TICK_MS;

/**
 * Pings each connection every 25 s. Ends connections that are silent, or that open no namespace within 5 s. One timer
 * serves all connections, a part of them each second.
 */
export class Sweep {
  readonly #slots = Array.from({ length: SLOTS }, () => new Set<InboxConnection>());
  /** Connections that have opened no namespace yet, oldest first, with the tick at which they are ended. */
  readonly #waiting = new Map<InboxConnection, number>();
  #tick = 0;
  #next = 0;
  #timer: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#slots.reduce((sum, { size }) => sum + size, 0);
  }

  add(connection: InboxConnection): void {
    this.#next = (this.#next + 1) % SLOTS;
    this.#slots[this.#next]?.add(connection);
    // The current second has partly passed, so it does not count.
    if (connection.isWaiting) this.#waiting.set(connection, this.#tick + FIRST_FRAME_TICKS + 1);
    this.#timer ??= setInterval(() => this.tick(), TICK_MS).unref();
  }

  remove(connection: InboxConnection): void {
    this.#waiting.delete(connection);
    for (const slot of this.#slots) if (slot.delete(connection)) break;
  }

  tick(): void {
    this.#tick += 1;
    for (const [connection, until] of this.#waiting) {
      if (until > this.#tick) break;
      this.#waiting.delete(connection);
      if (connection.isWaiting) connection.terminate();
    }
    for (const connection of this.#slots[this.#tick % SLOTS] ?? []) connection.ping();
    if (this.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  *[Symbol.iterator](): Iterator<InboxConnection> {
    for (const slot of this.#slots) yield* slot;
  }
}
