/**
 * Shows which workers are alive. Each worker holds an advisory lock on its own connection. A worker that can take the
 * lock of another worker requeues the jobs of that dead worker. Behind a pooler in transaction mode any worker could
 * take the lock, so this connection is direct (`DATABASE_DIRECT_URL`). Raw statements: session locks and LISTEN need
 * one connection.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { env } from '#lib/env.ts';
import { newId } from '#lib/id.ts';
import { logger } from '#lib/logger.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { NOTICES_SILENCE } from '#lib/postgres/silence.ts';
import { recoverWork } from './recovery.ts';
import { type Announced, WORK_CHANNEL } from './wake.ts';

export interface Presence {
  workerId: string;
  /** Settles when the connection is lost. Other workers may then take over this worker's jobs. */
  lost: Promise<void>;
  /**
   * Whether the connection responded within the last seconds. Otherwise nothing may be sent, because another worker may
   * hold the jobs. A process that was frozen is not present until the connection responds again.
   */
  isPresent(): boolean;
  /** Checks the connection. */
  confirm(): Promise<void>;
  /** Shows that this worker is alive, finds dead workers and requeues their jobs. */
  recover(now: Date): Promise<Recovered>;
  /**
   * Runs `work` unless another worker is running it. The lock ends with the connection.
   *
   * @returns whether `work` ran.
   */
  alone(name: string, work: () => Promise<void>): Promise<boolean>;
  leave(): Promise<void>;
}

interface Recovered {
  /** The number of requeued jobs. */
  jobs: number;
  /** Whether this worker is the oldest of the workers that were seen recently. */
  isOldest: boolean;
}

/** Milliseconds after which an unseen worker may be frozen. A worker shows itself every second. */
const SEEN_MS = 5_000;

/** Maximum age of the connection's last response, in milliseconds. The connection is checked every second. */
const PRESENT_MS = 5_000;

/** Milliseconds without a response after which the connection counts as lost. */
const LOST_MS = 10_000;

/** Registers a worker. Calls `onWork` when a process announces new work. */
export async function enterWorker(now: Date, onWork: (what: Announced) => void): Promise<Presence> {
  const client = new pg.Client({
    connectionString: env().DATABASE_DIRECT_URL,
    application_name: 'belfry-worker-presence',
    ...NOTICES_SILENCE,
    query_timeout: LOST_MS,
    pipeline: true, // The queries of this connection overlap, which pg otherwise warns about.
  });
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  const end = () => {
    answeredAt = Number.NEGATIVE_INFINITY;
    lose();
  };
  client.on('error', end);
  client.on('end', end);
  client.on('notification', ({ payload }) => onWork(payload === 'fanouts' ? 'fanouts' : 'jobs'));
  const workerId = newId(now);
  try {
    await client.connect();
    await register(client, workerId, now);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  const confirm = async () => {
    const sentAt = performance.now();
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    // After a failover, the lock is on the old server, where no other worker looks. So the worker must register again.
    if (rows[0]?.transaction_read_only === 'on') return client.end();
    answeredAt = sentAt;
  };
  await confirm();
  return {
    workerId,
    lost,
    isPresent: () => performance.now() - answeredAt < PRESENT_MS,
    confirm,
    recover: (at) => recoverDead(client, workerId, at),
    alone: (name, work) => runAlone(client, name, work),
    async leave() {
      await hotQuery('workers-leave', 'DELETE FROM workers WHERE id = $1', [workerId]);
      await client.end();
    },
  };
}

async function register(client: pg.Client, workerId: string, now: Date): Promise<void> {
  const lockKey = randomBytes(8).readBigInt64BE().toString();
  await client.query(`SET client_connection_check_interval = '1s'`);
  await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
  await hotQuery('workers-enter', 'INSERT INTO workers (id, lock_key, started_at, seen_at) VALUES ($1, $2, $3, $3)', [
    workerId,
    lockKey,
    now,
  ]);
  await client.query(`LISTEN ${WORK_CHANNEL}`);
}

async function runAlone(client: pg.Client, name: string, work: () => Promise<void>): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken', [name]);
  if (!rows[0]?.taken) return false;
  try {
    await work();
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
  }
  return true;
}

async function recoverDead(client: pg.Client, ownId: string, now: Date): Promise<Recovered> {
  await hotQuery('workers-seen', 'UPDATE workers SET seen_at = $2 WHERE id = $1', [ownId, now]);
  const others = await hotQuery<{ id: string; lock_key: string; seen_at: Date }>(
    'workers-others',
    'SELECT id, lock_key, seen_at FROM workers WHERE id <> $1',
    [ownId],
  );
  const dead: string[] = [];
  for (const { id, lock_key } of others) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [lock_key]);
    if (!rows[0]?.taken) continue;
    dead.push(id);
    await client.query('SELECT pg_advisory_unlock($1)', [lock_key]);
  }
  const recovered = await recoverWork(dead, now);
  if (dead.length > 0) await hotQuery('workers-remove', 'DELETE FROM workers WHERE id = ANY ($1)', [dead]);
  if (recovered > 0) logger().warn({ workerIds: dead, jobs: recovered }, 'Requeued the jobs of dead workers');
  const isOlder = ({ id, seen_at }: (typeof others)[number]) =>
    id < ownId && !dead.includes(id) && now.getTime() - seen_at.getTime() < SEEN_MS;
  return { jobs: recovered, isOldest: !others.some(isOlder) };
}
