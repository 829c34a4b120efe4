/**
 * The stages of an erasure, in their order. Each call processes one bounded batch, in the transaction that stores the
 * erasure’s new position. Raw statements: they delete and change many rows at once, and read tables without an index on
 * people in the order of the primary key.
 */
import { UNREFERENCED } from '#lib/engine/load/payloads.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import { oldestIds } from '#lib/subscribers/person-rows.ts';
import { listedForm } from '#lib/suppressions/address.ts';
import { SUPPRESSED_CHANNELS } from '#lib/suppressions/causes.ts';
import { lockSuppressions } from '#lib/suppressions/fill.ts';
import { erasedForm } from './address-hash.ts';
import { withAddresses } from './identity.ts';
import type { Position, Step } from './step.ts';
import { SHARED_WALKS, walk } from './walks.ts';

/** The number of runs in one batch. */
const RUNS = 100;
/** The number of messages without a run in one batch. */
const MESSAGES = 500;
/** The number of runs whose waiting work is deleted in one batch. */
const WAITING = 1000;

interface Stage {
  name: string;
  /** Whether the stage waits until every transaction that was running at the time of the request has ended. */
  waits?: boolean;
  run: (position: Position) => Promise<Step>;
}

export const STAGES: readonly Stage[] = [
  { name: 'work', run: endWaiting },
  { name: 'runs', run: eraseRuns },
  { name: 'messages', run: eraseMessages },
  // A trigger that was being stored at the time of the request may have added a run.
  { name: 'late runs', waits: true, run: eraseRuns },
  { name: 'late messages', run: eraseMessages },
  { name: 'suppressions', run: hashSuppressions },
  { name: 'waiting events', run: eraseWaitingEvents },
  ...SHARED_WALKS.map((shared) => ({
    name: shared.table,
    run: (position: Position) => walk(shared, position),
  })),
];

/** Deletes the queue rows of all runs, so that no waiting step begins. Messages in progress are not affected. */
async function endWaiting({ environmentId, identity, cursor }: Position): Promise<Step> {
  const ids = await oldestIds('notifications', { environmentId, ids: identity.ids, after: cursor, limit: WAITING });
  const counts = await deleteByRun(environmentId, ids, ['work']);
  return { cursor: ids.length === WAITING ? (ids.at(-1) ?? null) : null, counts };
}

/** Tables with rows of a run, in the order in which workers lock them. All have an index by run. */
const OF_RUNS = [
  'work',
  'digest_events',
  'jobs',
  'execution_details',
  'notification_topics',
  'notification_outcomes',
  'recovery_runs',
];

interface FoundRun {
  id: string;
  transactionId: string;
  payloadId: string | null;
}

async function eraseRuns({ environmentId, identity, cursor }: Position): Promise<Step> {
  const ids = await oldestIds('notifications', { environmentId, ids: identity.ids, after: cursor, limit: RUNS });
  const runs = await execute<FoundRun & Record<string, unknown>>(
    `SELECT id, transaction_id AS "transactionId", payload_id AS "payloadId" FROM notifications
     WHERE environment_id = $1 AND id = ANY ($2::text[])`,
    [environmentId, ids],
  );
  const counts: Record<string, number> = {};
  const windows = await windowsOf(environmentId, ids);
  Object.assign(counts, await deleteByRun(environmentId, ids, OF_RUNS));
  counts.digest_windows = await deleteRows('digest_windows', 'id = ANY ($2::text[])', [environmentId, windows]);
  const messages = await execute<FoundMessage & Record<string, unknown>>(
    'SELECT id, email, phone FROM messages WHERE environment_id = $1 AND notification_id = ANY ($2::text[])',
    [environmentId, ids],
  );
  Object.assign(counts, await deleteMessages(environmentId, messages));
  counts.notifications = await deleteRows('notifications', 'id = ANY ($2::text[])', [environmentId, ids]);
  Object.assign(counts, await deleteUnshared(environmentId, runs));
  const next = withAddresses(
    identity,
    messages.flatMap(({ email, phone }) => [email, phone]),
  );
  return { cursor: ids.length === RUNS ? (ids.at(-1) ?? null) : null, counts, identity: next };
}

/** Returns the digest windows that the runs opened or joined. They contain only events of this subscriber. */
async function windowsOf(environmentId: string, runIds: readonly string[]): Promise<string[]> {
  const rows = await execute<{ id: string }>(
    'SELECT DISTINCT window_id AS id FROM digest_events WHERE environment_id = $1 AND notification_id = ANY ($2::text[])',
    [environmentId, runIds],
  );
  return rows.map(({ id }) => id);
}

async function deleteByRun(
  environmentId: string,
  runIds: readonly string[],
  tables: readonly string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  if (runIds.length === 0) return counts;
  for (const table of tables)
    counts[table] = await deleteRows(table, 'notification_id = ANY ($2::text[])', [environmentId, runIds]);
  return counts;
}

/** Deletes payloads and transaction IDs of the deleted runs, unless another run refers to them. */
async function deleteUnshared(environmentId: string, runs: readonly FoundRun[]): Promise<Record<string, number>> {
  const payloadIds = [...new Set(runs.flatMap(({ payloadId }) => payloadId ?? []))];
  const transactionIds = [...new Set(runs.map(({ transactionId }) => transactionId))];
  return {
    payloads: await deleteRows(
      'payloads',
      `id = ANY ($1::text[]) AND environment_id = $2 AND ${UNREFERENCED}
      AND NOT EXISTS (SELECT 1 FROM fanouts f WHERE f.environment_id = $2 AND f.transaction_id = payloads.transaction_id)`,
      [payloadIds, environmentId],
      '$2',
    ),
    triggers: await deleteRows(
      'triggers',
      `transaction_id = ANY ($2::text[])
       AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.environment_id = $1 AND n.transaction_id = triggers.transaction_id)
       AND NOT EXISTS (SELECT 1 FROM fanouts f WHERE f.environment_id = $1 AND f.transaction_id = triggers.transaction_id)`,
      [environmentId, transactionIds],
    ),
  };
}

interface FoundMessage {
  id: string;
  email: string | null;
  phone: string | null;
}

/** Deletes messages whose run is no longer stored. */
async function eraseMessages({ environmentId, identity, cursor }: Position): Promise<Step> {
  const ids = await oldestIds('messages', { environmentId, ids: identity.ids, after: cursor, limit: MESSAGES });
  const messages = await execute<FoundMessage & Record<string, unknown>>(
    'SELECT id, email, phone FROM messages WHERE environment_id = $1 AND id = ANY ($2::text[])',
    [environmentId, ids],
  );
  const counts = await deleteMessages(environmentId, messages);
  const next = withAddresses(
    identity,
    messages.flatMap(({ email, phone }) => [email, phone]),
  );
  return { cursor: ids.length === MESSAGES ? (ids.at(-1) ?? null) : null, counts, identity: next };
}

async function deleteMessages(
  environmentId: string,
  messages: readonly FoundMessage[],
): Promise<Record<string, number>> {
  const ids = messages.map(({ id }) => id);
  if (ids.length === 0) return {};
  return {
    delivery_events: await deleteRows('delivery_events', 'message_id = ANY ($2::text[])', [environmentId, ids]),
    messages: await deleteRows('messages', 'id = ANY ($2::text[])', [environmentId, ids]),
  };
}

/** Replaces suppressed addresses by their hashes, and removes the texts of providers and people. */
async function hashSuppressions({ environmentId, identity }: Position): Promise<Step> {
  await lockSuppressions(environmentId);
  const counts = { suppressions: 0, suppression_removals: 0 };
  for (const channel of SUPPRESSED_CHANNELS) {
    for (const address of new Set(identity.addresses.map((each) => listedForm(channel, each)))) {
      const where = { environmentId, channel, address };
      const hash = await erasedForm(environmentId, channel, address);
      const row = await prisma().suppression.findFirst({ where });
      if (row) {
        counts.suppressions++;
        // If the address was stored and bounced again after an earlier erasure, its hash is already listed.
        await prisma().suppression.deleteMany({ where: { environmentId, channel, address: hash } });
        const data = { address: hash, words: null, note: null, messageId: null, notificationId: null };
        await prisma().suppression.updateMany({ where, data });
      }
      const removed = await prisma().suppressionRemoval.deleteMany({ where });
      counts.suppression_removals += removed.count;
    }
  }
  return { cursor: null, counts };
}

/** Deletes events that wait for their message and name an address of the person. */
async function eraseWaitingEvents({ environmentId, identity }: Position): Promise<Step> {
  const addresses = identity.addresses.map((address) => address.toLowerCase());
  const count = await deleteRows('delivery_events', 'next_try_at IS NOT NULL AND lower(recipient) = ANY ($2::text[])', [
    environmentId,
    addresses,
  ]);
  return { cursor: null, counts: { delivery_events: count } };
}

/** @param environment the parameter with the environment. */
async function deleteRows(
  table: string,
  condition: string,
  values: [unknown, unknown],
  environment = '$1',
): Promise<number> {
  const list = values.find(Array.isArray);
  if (list?.length === 0) return 0;
  const rows = await execute<{ count: number }>(
    `WITH gone AS (DELETE FROM ${table} WHERE environment_id = ${environment} AND ${condition} RETURNING 1)
     SELECT count(*)::int AS count FROM gone`,
    values,
  );
  return rows[0]?.count ?? 0;
}
