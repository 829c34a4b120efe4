/**
 * Raw statements, because two connections are compared. The database setup uses this file before Prisma's client is
 * generated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseProblem } from './db-error.ts';

/** The error for a pooler that Belfry cannot use. The message names the setting to change. */
export class PoolerError extends Error {
  override name = 'PoolerError';
}

/** One round can miss a pooler, because other clients may free a connection between two statements. */
const ROUNDS = 3;
/** Milliseconds after which a response is late. A pooler responds late if its only connection is held. */
const TIMEOUT_MS = 5_000;

/** @throws PoolerError when a pooler in transaction mode responds at the URL. */
export async function refusePooler(url: string): Promise<void> {
  if ((await probe(url)) === 'direct') return;
  throw new PoolerError(
    `Belfry reaches PostgreSQL through a pooler in transaction mode (${placeOf(url)}). Session locks, LISTEN, periodic work and migrations ` +
      'need a direct connection: set DATABASE_DIRECT_URL to the address of PostgreSQL itself, or of a pooler in session mode.',
  );
}

type Seen = 'direct' | 'pooled' | 'nameless' | 'late';

/**
 * Detects a pooler: `pooled` for transaction mode, `nameless` if the pooler does not keep its clients' prepared
 * statements.
 */
export async function probe(url: string): Promise<'direct' | 'pooled' | 'nameless'> {
  const clients = [0, 1].map(
    () => new pg.Client({ connectionString: url, application_name: 'belfry-check', connectionTimeoutMillis: 10_000 }),
  );
  const [asking, holding] = clients as [pg.Client, pg.Client];
  for (const client of clients) client.on('error', () => undefined);
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const seen: Seen[] = [];
    while (seen.length < ROUNDS && (seen.at(-1) ?? 'direct') === 'direct')
      seen.push(await comparePids(asking, holding));
    // Compare again: a busy machine responds late only once, a pooler with one connection every time.
    if (seen.at(-1) === 'late') seen.push(await comparePids(asking, holding));
    const last = seen.at(-1) ?? 'direct';
    return last === 'late' ? 'pooled' : last;
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

/**
 * Reads the PID of one client's PostgreSQL process twice, the second time while the other client holds a transaction.
 */
async function comparePids(asking: pg.Client, holding: pg.Client): Promise<Seen> {
  const process = () =>
    asking.query<{ pid: number }>({ name: 'belfry-process', text: 'SELECT pg_backend_pid() AS pid' });
  try {
    const before = (await process()).rows[0]?.pid;
    await holding.query('BEGIN');
    const again = process();
    again.catch(() => undefined); // awaited below, unless the other connection is lost
    const late = await Promise.race([again.then(() => false), sleep(TIMEOUT_MS, true, { ref: false })]).finally(() =>
      holding.query('ROLLBACK'),
    );
    const after = (await again).rows[0]?.pid;
    if (before !== after) return 'pooled';
    return late ? 'late' : 'direct';
  } catch (error) {
    // The PostgreSQL process does not know the statement's name, or knows the name from another client.
    if (['26000', '42P05'].includes(databaseProblem(error)?.code ?? '')) return 'nameless';
    throw error;
  }
}

/** Returns the host, port and database of a URL, without user and password. */
export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
}
