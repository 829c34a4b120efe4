import { setTimeout as sleep } from 'node:timers/promises';
import { retentionStart } from '#lib/environments/retention.ts';
import { idFloor } from '#lib/id.ts';
import { logger } from '#lib/logger.ts';
import type { InboxConnection } from './connection.ts';
import { receivedData, unreadData, unseenData } from './events.ts';
import type { InboxChanges } from './gathered-inboxes.ts';
import { countSocketInboxes, type InboxNumbers, readSocketMessages, type SocketMessage } from './query.ts';
import type { SocketRegistry } from './registry.ts';

/** The number of subscribers whose messages and counts are read together. */
const BATCH = 200;
/** The number of environments that are read at the same time, so that connections are left for the API. */
const AT_ONCE = 3;
const RETRY_MS = 1_000;

/** The changes that are to be sent to the sockets of a subscriber. */
interface Due {
  messageIds: Set<string>;
  isRead: boolean;
  isSeen: boolean;
  /** Connections that need both counts, regardless of the changes. */
  newcomers: Set<InboxConnection>;
}

/**
 * Sends new messages and counts to the sockets of this process. Reads both once for each subscriber and set of
 * contexts. Changes that arrive during a read wait for the next one, so a slow database makes batches larger, not more.
 * One batch of an environment is read at a time, so that no older count follows a newer one.
 */
export class InboxUpdates {
  readonly #registry: SocketRegistry;
  /** By environment and Subscriber.id. */
  readonly #waiting = new Map<string, Map<string, Due>>();
  readonly #reading = new Set<string>();

  constructor(registry: SocketRegistry) {
    this.#registry = registry;
  }

  /** Schedules announced changes for sending, if this process has sockets of the subscriber. */
  add({ environmentId, subscriberId, messageIds, isRead, isSeen }: InboxChanges): void {
    if (!this.#registry.of(environmentId, subscriberId)) return;
    const due = this.#due(environmentId, subscriberId);
    for (const id of messageIds) due.messageIds.add(id);
    due.isRead ||= isRead;
    due.isSeen ||= isSeen;
    this.#begin();
  }

  /** Sends the counts to one connection, which may have missed changes. */
  welcome(connection: InboxConnection): void {
    const { session } = connection;
    if (!session) return;
    this.#due(session.environmentId, session.subscriberId).newcomers.add(connection);
    this.#begin();
  }

  #due(environmentId: string, subscriberId: string): Due {
    const environment = this.#waiting.get(environmentId) ?? new Map<string, Due>();
    this.#waiting.set(environmentId, environment);
    const known = environment.get(subscriberId);
    const due = known ?? { messageIds: new Set(), isRead: false, isSeen: false, newcomers: new Set() };
    if (!known) environment.set(subscriberId, due);
    return due;
  }

  #begin(): void {
    for (const environmentId of this.#waiting.keys()) {
      if (this.#reading.size >= AT_ONCE) return;
      if (!this.#reading.has(environmentId)) void this.#run(environmentId);
    }
  }

  /** Reads one batch. Other environments that wait come before the next batch of this environment. */
  async #run(environmentId: string): Promise<void> {
    const batch = this.#take(environmentId);
    this.#reading.add(environmentId);
    try {
      await this.#pass(environmentId, batch);
    } catch (error) {
      logger().warn({ error, environmentId, subscribers: batch.size }, 'Failed to send inbox changes to sockets');
      for (const [subscriberId, due] of batch) this.#putBack(environmentId, subscriberId, due);
      await sleep(RETRY_MS, undefined, { ref: false });
    } finally {
      this.#reading.delete(environmentId);
      this.#begin();
    }
  }

  #take(environmentId: string): Map<string, Due> {
    const environment = this.#waiting.get(environmentId) ?? new Map<string, Due>();
    this.#waiting.delete(environmentId);
    const batch = new Map(environment.entries().take(BATCH));
    for (const subscriberId of batch.keys()) environment.delete(subscriberId);
    if (environment.size > 0) this.#waiting.set(environmentId, environment);
    return batch;
  }

  #putBack(environmentId: string, subscriberId: string, { messageIds, isRead, isSeen, newcomers }: Due): void {
    if (!this.#registry.of(environmentId, subscriberId)) return;
    const due = this.#due(environmentId, subscriberId);
    due.messageIds = new Set([...messageIds, ...due.messageIds]);
    due.isRead ||= isRead;
    due.isSeen ||= isSeen;
    for (const connection of newcomers) due.newcomers.add(connection);
  }

  async #pass(environmentId: string, batch: Map<string, Due>): Promise<void> {
    const inboxes = this.#inboxesOf(environmentId, batch);
    const ids = [...batch.values()].flatMap(({ messageIds }) => [...messageIds]);
    const [messages, numbers] = await Promise.all([
      ids.length > 0 ? readSocketMessages(environmentId, ids) : [],
      numbersOf(environmentId, inboxes),
    ]);
    const byInbox = Map.groupBy(messages, ({ recipient, contextKeys }) => inboxKey(recipient, contextKeys));
    for (const [index, { key, due, connections }] of inboxes.entries())
      send(due, { messages: byInbox.get(key) ?? [], numbers: numbers[index] }, connections);
  }

  /** Returns the open inboxes of the batch, one for each subscriber and set of contexts. */
  #inboxesOf(environmentId: string, batch: Map<string, Due>): OpenInbox[] {
    const inboxes = new Map<string, OpenInbox>();
    for (const [subscriberId, due] of batch) {
      for (const connection of this.#registry.of(environmentId, subscriberId) ?? []) {
        const contextKeys = connection.session?.contextKeys ?? [];
        const key = inboxKey(subscriberId, contextKeys);
        const inbox = inboxes.get(key) ?? { key, subscriberId, contextKeys, due, connections: [] };
        inbox.connections.push(connection);
        inboxes.set(key, inbox);
      }
    }
    return [...inboxes.values()];
  }
}

interface OpenInbox {
  key: string;
  subscriberId: string;
  contextKeys: readonly string[];
  due: Due;
  connections: InboxConnection[];
}

const inboxKey = (subscriberId: string, contextKeys: readonly string[]) =>
  JSON.stringify([subscriberId, ...contextKeys]);

async function numbersOf(environmentId: string, inboxes: readonly OpenInbox[]): Promise<InboxNumbers[]> {
  if (inboxes.length === 0) return [];
  const floor = idFloor(await retentionStart(environmentId));
  const counted = inboxes.map(({ subscriberId, contextKeys }) => ({ subscriberId, contextKeys }));
  return countSocketInboxes(environmentId, counted, floor);
}

interface Read {
  messages: readonly SocketMessage[];
  numbers: InboxNumbers | undefined;
}

/** Sends new messages, then the unseen count, then the unread count, as the official clients expect. */
function send(due: Due, { messages, numbers }: Read, connections: readonly InboxConnection[]): void {
  const isReceived = messages.length > 0;
  for (const message of messages) sendAll(connections, 'notification_received', receivedData(message));
  if (!numbers) return;
  const { unseen } = numbers;
  const isNew = (connection: InboxConnection) => due.newcomers.has(connection);
  const staleUnseen = connections.filter(
    (connection) => isReceived || due.isSeen || isNew(connection) || connection.unseenCount !== unseen,
  );
  for (const connection of staleUnseen) connection.unseenCount = unseen;
  sendAll(staleUnseen, 'unseen_count_changed', unseenData(numbers));
  const isUnreadStale = isReceived || due.isRead;
  const staleUnread = isUnreadStale ? connections : connections.filter(isNew);
  sendAll(staleUnread, 'unread_count_changed', unreadData(numbers));
}

function sendAll(connections: readonly InboxConnection[], name: string, data: object): void {
  if (connections.length === 0) return;
  const text = JSON.stringify(data);
  const frames = new Map<string, string>();
  for (const connection of connections) connection.send(name, text, frames);
}
