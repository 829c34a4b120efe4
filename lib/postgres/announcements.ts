/** Raw statements: LISTEN and NOTIFY. One connection per process receives the announcements of all processes. */
import pg from 'pg';
import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { query } from './db.ts';
import { NOTICES_SILENCE } from './silence.ts';

const RECONNECT_MS = 5_000;

export interface ChannelListener {
  onMessage(payload: string): void;
  /** Called when the process starts to receive the channel's messages. Earlier messages may have been missed. */
  onConnect?(): void;
  /** Called when the connection is lost. The process misses messages until the next `onConnect`. */
  onLost?(): void;
}

/** The listening connection, replaced 5 s after it is lost. */
class Announcements {
  readonly #listeners = new Map<string, ChannelListener[]>();
  #client: pg.Client | undefined;
  #started = false;

  add(channel: string, listener: ChannelListener): void {
    const known = this.#listeners.get(channel);
    this.#listeners.set(channel, [...(known ?? []), listener]);
    if (!this.#started) void this.#connect();
    // If the connection is lost before this LISTEN succeeds, the next connection listens to every channel.
    else if (this.#client) this.#listen(this.#client, channel, [listener]).catch(() => undefined);
  }

  async #connect(): Promise<void> {
    this.#started = true;
    const client = new pg.Client({
      connectionString: env().DATABASE_DIRECT_URL,
      application_name: 'belfry-listen',
      ...NOTICES_SILENCE,
      query_timeout: RECONNECT_MS,
      pipeline: true, // Queries of this connection overlap. Without this option, pg warns about that.
    });
    const lost = once(() => this.#lose());
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onMessage } of this.#listeners.get(channel) ?? []) notify(channel, () => onMessage(payload));
    });
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
      (client as pg.Client & { unref(): void }).unref();
      this.#client = client;
      await Promise.all([...this.#listeners].map(([channel, heard]) => this.#listen(client, channel, heard)));
    } catch {
      lost();
      await client.end().catch(() => {});
    }
  }

  async #listen(client: pg.Client, channel: string, heard: readonly ChannelListener[]): Promise<void> {
    await client.query(`LISTEN ${channel}`);
    for (const { onConnect } of heard) notify(channel, () => onConnect?.());
  }

  #lose(): void {
    this.#client = undefined;
    for (const [channel, heard] of this.#listeners) for (const { onLost } of heard) notify(channel, () => onLost?.());
    setTimeout(() => void this.#connect(), RECONNECT_MS).unref();
  }
}

const shared = globalThis as typeof globalThis & { belfryAnnouncements?: Announcements };

/** Calls the listener with every announcement on the channel, from any process, until this process ends. */
export function listenTo(channel: string, listener: ChannelListener): void {
  shared.belfryAnnouncements ??= new Announcements();
  shared.belfryAnnouncements.add(channel, listener);
}

/** Announces to every process when the caller's transaction commits, or immediately without a transaction. */
export async function announceAtCommit(channel: string, payload: string): Promise<void> {
  await query('announce', 'SELECT pg_notify($1, $2)', [channel, payload]);
}

/** Announces to every process, without waiting. The announcement is lost if the database does not respond. */
export function announce(channel: string, payload: string): void {
  announceAtCommit(channel, payload).catch(() => undefined);
}

/** Like `announce`, for several payloads in one statement. */
export function announceAll(channel: string, payloads: readonly string[]): void {
  const text = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload';
  query('announce-all', text, [channel, payloads]).catch(() => undefined);
}

/**
 * Calls a listener and logs its error, which must not end this process. For example, the payload may come from another
 * version of Belfry.
 */
function notify(channel: string, listener: () => void): void {
  try {
    listener();
  } catch (error) {
    logger().warn({ error, channel }, 'Failed to handle a PostgreSQL NOTIFY message');
  }
}

function once(run: () => void): () => void {
  let ran = false;
  return () => {
    if (!ran) run();
    ran = true;
  };
}
