/** Raw statements: one connection observes another. The database setup uses this file before any code is generated. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseProblem } from './db-error.ts';

/** The error for a pooler that Belfry cannot use. The message names the setting to change. */
export class PoolerError extends Error {
  override name = 'PoolerError';
}

/** Other clients may free a connection between two statements, so one round can miss a pooler. */
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

/** Detects a pooler: `pooled` in transaction mode, `nameless` if it does not keep its clients' prepared statements. */
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
    // A busy machine is late once, a pooler with one connection every time.
    if (seen.at(-1) === 'late') seen.push(await comparePids(asking, holding));
    const last = seen.at(-1) ?? 'direct';
    return last === 'late' ? 'pooled' : last;
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

/** Reads the PostgreSQL process of one client twice, the second time while the other client holds a transaction. */
async function comparePids(asking: pg.Client, holding: pg.Client): Promise<Seen> {
  const process = () =>
    asking.query<{ pid: number }>({ name: 'belfry-process', text: 'SELECT pg_backend_pid() AS pid' });
  try {
    const before = (await process()).rows[0]?.pid;
    await holding.query('BEGIN');
    const again = process();
    again.catch(() => undefined); // it is awaited below, unless the other connection is lost
    const late = await Promise.race([again.then(() => false), sleep(TIMEOUT_MS, true, { ref: false })]).finally(() =>
      holding.query('ROLLBACK'),
    );
    const after = (await again).rows[0]?.pid;
    if (before !== after) return 'pooled';
    return late ? 'late' : 'direct';
  } catch (error) {
    // The PostgreSQL process does not know the statement's name, or knows it from another client.
    if (['26000', '42P05'].includes(databaseProblem(error)?.code ?? '')) return 'nameless';
    throw error;
  }
}

/** Returns the host, port and database of a URL, without user and password. */
export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
}
