import pg from 'pg';
import { register } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { env } from '#lib/env.ts';
import { newId } from '#lib/id.ts';
import { logger } from '#lib/logger.ts';
import { disconnect, execute } from '#lib/postgres/db.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';
import { deletion, maintain } from './maintenance.ts';
import { countStrayRows, dropPartitions, HISTORY_TABLES, makePartitions } from './partitions.ts';

const NOW = new Date();
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
/** Returns the suffix of the partition of this month, or of a month near it: `2027_03`. */
const month = (from: number) =>
  new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + from)).toISOString().slice(0, 7).replace('-', '_');

let stop: () => Promise<void>;

beforeAll(async () => {
  stop = await startScratchDatabase();
  await execute(`INSERT INTO organizations (id, name) VALUES ('organization', 'Acme')`);
  await execute(`INSERT INTO environments (id, organization_id, name, slug, type, retention_days)
    VALUES ('all', 'organization', 'All', 'all', 'production', NULL), ('short', 'organization', 'Short', 'short', 'development', 7)`);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await execute(`TRUNCATE ${[...HISTORY_TABLES, 'triggers', 'idempotency_records', 'request_log'].join(', ')}`);
});

afterAll(async () => {
  await disconnect();
  await stop?.();
});

async function values(text: string, given: unknown[] = []): Promise<unknown[]> {
  return (await execute<{ value: unknown }>(text, given)).map(({ value }) => value);
}

const partitionsOf = (table: string) =>
  values(`SELECT inhrelid::regclass::text AS value FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1`, [
    table,
  ]);

/** Adds a run triggered at `at`: one row in each history table. */
async function addRun(environmentId: string, at: Date): Promise<string> {
  const id = newId(at);
  await execute(
    `INSERT INTO notifications (environment_id, id, snapshot_id, subscriber_id, transaction_id, payload_id, created_at, updated_at)
     VALUES ($1, $2, 1, 's', $2, $2, $3, $3)`,
    [environmentId, id, at],
  );
  await execute(
    `INSERT INTO notification_topics (environment_id, notification_id, topic_key, subscriber_id, snapshot_id)
     VALUES ($1, $2, 'news', 's', 1)`,
    [environmentId, id],
  );
  await execute(
    `INSERT INTO jobs (environment_id, id, notification_id, subscriber_id, type, status, provider_id, created_at, updated_at)
     VALUES ($1, $2, $3, 's', 'email', 'completed', 'svc', $4, $4)`,
    [environmentId, newId(at), id, at],
  );
  await execute(
    `INSERT INTO execution_details (environment_id, id, notification_id, job_id, status, source, detail, created_at)
     VALUES ($1, $2, $3, 'j', 'Success', 'Internal', 'Message sent', $4)`,
    [environmentId, newId(at), id, at],
  );
  await execute(
    `INSERT INTO messages (environment_id, id, notification_id, subscriber_id, transaction_id, channel, status, created_at, updated_at)
     VALUES ($1, $2, $3, 's', $3, 'email', 'sent', $4, $4)`,
    [environmentId, newId(at), id, at],
  );
  await execute(
    `INSERT INTO notification_outcomes (environment_id, notification_id, outcome, reason, snapshot_id, subscriber_id, created_at)
     VALUES ($1, $2, 'sent', 'sent', 1, 's', $3)`,
    [environmentId, id, at],
  );
  await execute(
    `INSERT INTO payloads (environment_id, id, transaction_id, payload, created_at) VALUES ($1, $2, $2, '{}', $3)`,
    [environmentId, id, at],
  );
  await execute(
    `INSERT INTO delivery_events (environment_id, id, integration_id, kind, occurred_at, received_at, vendor_event_id, notification_id)
     VALUES ($1, $2, 'i', 'delivered', $4, $4, 'e', $3)`,
    [environmentId, newId(at), id, at],
  );
  return id;
}

/** Returns the column with the ID of the run. The payload of a run of `addRun` has the ID of the run. */
const runColumn = (table: string) => (['notifications', 'payloads'].includes(table) ? 'id' : 'notification_id');

/** Returns the runs that each history table still has. */
async function runs(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of HISTORY_TABLES) {
    found[table] = await values(`SELECT ${runColumn(table)} AS value FROM ${table} ORDER BY 1`);
  }
  return found;
}

const everywhere = (ids: string[]) => Object.fromEntries(HISTORY_TABLES.map((table) => [table, [...ids].sort()]));

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  return client;
}

describe('partitions', () => {
  test('exist for this month and three more, for every table of the history', async () => {
    for (const table of HISTORY_TABLES)
      await execute(`DROP TABLE IF EXISTS ${table}_${month(0)}, ${table}_${month(3)}`);
    expect(await makePartitions(NOW)).toBe(2 * HISTORY_TABLES.length);
    expect(await makePartitions(NOW)).toBe(0);
    for (const table of HISTORY_TABLES) {
      const ready = [0, 1, 2, 3].map((from) => `${table}_${month(from)}`);
      expect(await partitionsOf(table)).toEqual(expect.arrayContaining([...ready, `${table}_default`]));
    }
  });

  test('have the keys and indexes of their table', async () => {
    const indexes = (table: string) =>
      values(
        `SELECT regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '') AS value FROM pg_index
         WHERE indrelid = $1::regclass ORDER BY 1`,
        [table],
      );
    for (const table of HISTORY_TABLES) {
      expect(await indexes(`${table}_${month(3)}`)).toEqual(await indexes(table));
      const apart = `SELECT c.relname AS value FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = i.indexrelid)`;
      expect(await values(apart, [`${table}_${month(3)}`])).toEqual([]);
    }
  });

  test('have free space for the second version of a job next to the first', async () => {
    const tight = `SELECT c.relname AS value FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
      WHERE inhparent = 'jobs'::regclass AND NOT coalesce('fillfactor=50' = ANY (c.reloptions), false)`;
    expect(await values(tight)).toEqual([]);
  });

  test('contain the rows of their month, from its first millisecond to its last', async () => {
    const first = new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + 1));
    const last = new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + 2) - 1);
    const added = [await addRun('all', first), await addRun('all', last)];
    for (const table of HISTORY_TABLES) {
      const id = runColumn(table);
      expect(await values(`SELECT ${id} AS value FROM ${table}_${month(1)} ORDER BY 1`)).toEqual(added);
    }
  });

  test('are dropped after their whole month expired, even if an earlier run stopped between detach and drop', async () => {
    for (const table of HISTORY_TABLES) await execute('SELECT create_history_partition($1, $2)', [table, '2021-03-31']);
    await execute('ALTER TABLE jobs DETACH PARTITION jobs_2021_03');
    expect(await dropPartitions(new Date('2021-03-31T23:59:59Z'))).toBe(0);
    expect(await dropPartitions(new Date('2021-04-01T00:00:00Z'))).toBe(HISTORY_TABLES.length);
    expect(await values(`SELECT relname AS value FROM pg_class WHERE relname LIKE '%_2021_03'`)).toEqual([]);
  });

  test('are created even if earlier rows of their month exist, which are moved into them', async () => {
    for (const table of HISTORY_TABLES)
      await execute(`DROP TABLE IF EXISTS ${table}_${month(-1)}, ${table}_${month(0)}, ${table}_${month(2)}`);
    const dayOf = (from: number) => new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + from, 15));
    const added: string[] = [];
    for (const from of [-1, 0, 2]) added.push(await addRun('all', dayOf(from)));
    const beyond = await addRun('all', dayOf(5));
    expect((await maintain(NOW)).strayRows).toBe(HISTORY_TABLES.length);
    expect(await runs()).toEqual(everywhere([...added, beyond]));
    for (const table of HISTORY_TABLES) {
      const id = runColumn(table);
      for (const [index, from] of [-1, 0, 2].entries())
        expect(await values(`SELECT ${id} AS value FROM ${table}_${month(from)}`)).toEqual([added[index]]);
      expect(await values(`SELECT ${id} AS value FROM ${table}_default`)).toEqual([beyond]);
    }
  });

  test('are missing for rows that are then kept in a default partition, counted and reported', async () => {
    const error = vi.spyOn(logger(), 'error').mockImplementation(() => undefined);
    expect((await maintain(NOW)).strayRows).toBe(0);
    expect(error).not.toHaveBeenCalled();
    const id = await addRun('all', new Date(NOW.getTime() + 200 * DAY_MS));
    expect(await countStrayRows()).toEqual(Object.fromEntries(HISTORY_TABLES.map((table) => [table, 1])));
    expect((await maintain(NOW)).strayRows).toBe(HISTORY_TABLES.length);
    expect(error).toHaveBeenCalledOnce();
    expect(error.mock.lastCall?.[0]).toEqual({ rows: expect.objectContaining({ messages: 1 }) });
    expect(await register.metrics()).toContain('belfry_default_partition_rows{table="messages"} 1');
    expect(await runs()).toEqual(everywhere([id]));
  });
});

describe('readers', () => {
  test.each([
    ['goes', () => dropPartitions(new Date('2021-05-01T00:00:00Z'))],
    ['comes', () => makePartitions(NOW)],
  ])('do not wait for a partition that %s while another reader holds its transaction open', async (_, turn) => {
    await execute(`SELECT create_history_partition('messages', '2021-04-01')`);
    await execute(`DROP TABLE messages_${month(3)}`);
    const holder = await connected();
    await holder.query('BEGIN');
    await holder.query('SELECT count(*) FROM messages');
    const other = await connected();
    // Far above the lock timeout of maintenance, and below the 5 s of an ordinary transaction.
    await other.query(`SET statement_timeout = '4s'`);
    const done = turn();
    for (let read = 0; read < 3; read++) {
      await untilWaiting(1);
      await other.query('SELECT count(*) FROM messages');
    }
    await holder.query('COMMIT');
    expect(await done).toBe(1);
    await Promise.all([holder.end(), other.end()]);
    await dropPartitions(new Date('2021-05-01T00:00:00Z'));
    await makePartitions(NOW);
  });

  test('keep a table that they hold too long, and the next run continues', async () => {
    vi.spyOn(logger(), 'warn').mockImplementation(() => undefined);
    await execute(`SELECT create_history_partition('messages', '2021-04-01')`);
    const holder = await connected();
    await holder.query('BEGIN');
    await holder.query('SELECT count(*) FROM messages');
    expect(await dropPartitions(new Date('2021-05-01T00:00:00Z'))).toBe(0);
    expect(logger().warn).toHaveBeenCalledOnce();
    await holder.query('COMMIT');
    await holder.end();
    expect(await dropPartitions(new Date('2021-05-01T00:00:00Z'))).toBe(1);
  });
});

describe('retention', () => {
  test('removes rows after the period of the installation or of the environment', async () => {
    await execute('SELECT create_history_partitions(3, 6)');
    const [young, week] = [await addRun('all', ago(1)), await addRun('all', ago(8))];
    const shown = await addRun('short', ago(6));
    await addRun('short', ago(8));
    await addRun('all', ago(91));
    await addRun('all', ago(150));
    await addRun('all', ago(400)); // before the oldest partition, so it lands in the default one
    const done = await maintain(NOW);
    expect(await runs()).toEqual(everywhere([young, week, shown]));
    expect(done.partitionsDropped).toBeGreaterThanOrEqual(2 * HISTORY_TABLES.length);
    expect(await partitionsOf('messages')).not.toContain(`messages_${month(-5)}`);
    expect(await maintain(NOW)).toEqual({ partitionsMade: 0, partitionsDropped: 0, rowsDeleted: 0, strayRows: 0 });
  });

  test('keeps all rows of a run with work, however old, and removes finished runs of the same age', async () => {
    await execute('SELECT create_history_partitions(3, 6)');
    const waiting = await addRun('all', ago(150));
    await addRun('all', ago(150));
    await addRun('all', ago(120));
    await execute(
      `INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at) VALUES ('all', 'job', $1, 1, $2)`,
      [waiting, ago(-1)],
    );
    await maintain(NOW);
    expect(await runs()).toEqual(everywhere([waiting]));
    await execute('DELETE FROM work');
    await maintain(NOW);
    expect(await runs()).toEqual(everywhere([]));
  });

  test.each([
    ['payload_id', '$1'],
    ['payload_ids', 'ARRAY[$1]'],
  ])('keeps the month of a payload that an open digest refers to by %s, until it closes', async (column, value) => {
    await execute('SELECT create_history_partitions(3, 6)');
    const id = newId(ago(150));
    const payloads = () => values('SELECT id AS value FROM payloads');
    await execute(
      `INSERT INTO payloads (environment_id, id, transaction_id, created_at) VALUES ('all', $1, $1, now())`,
      [id],
    );
    await execute(
      `INSERT INTO digest_events (environment_id, job_id, window_id, notification_id, ${column}) VALUES ('all', 'j', 'w', $1, ${value})`,
      [id],
    );
    await maintain(NOW);
    expect(await payloads()).toEqual([id]);
    await execute('DELETE FROM digest_events');
    await maintain(NOW);
    expect(await payloads()).toEqual([]);
  });

  test('removes more than one batch, and many rows of one run', async () => {
    const [old, young] = [newId(ago(100)), newId(ago(1))];
    const insert = `INSERT INTO execution_details (environment_id, id, notification_id, job_id, status, source, detail, created_at)
      SELECT 'all', $1 || lpad(n::text, 8, '0'), $2, 'j', 'Success', 'Internal', 'Message sent', now() FROM generate_series(1, $3::int) n`;
    await execute(insert, [old.slice(0, 16), old, 12_000]);
    await execute(insert, [young.slice(0, 16), young, 10]);
    expect((await maintain(NOW)).rowsDeleted).toBe(12_000);
    expect(await values('SELECT count(*)::int AS value FROM execution_details')).toEqual([10]);
  });

  test('removes expired records: transaction ids, idempotency records, requests, sign-ins', async () => {
    const cases: [string, (at: Date, name: string) => [string, unknown[]], Date, Date][] = [
      [
        'triggers',
        (at, name) => [
          '(environment_id, transaction_id, workflow_id, created_at) VALUES ($1, $2, $2, $3)',
          ['all', name, at],
        ],
        ago(91),
        ago(89),
      ],
      [
        'idempotency_records',
        (at, name) => [
          `(environment_id, scope_hash, body_hash, status, headers, body, created_at) VALUES ($1, $2, $2, 201, '{}', '', $3)`,
          ['all', name, at],
        ],
        ago(1.1),
        ago(0.9),
      ],
      [
        'inbox_sessions',
        (at, name) => [
          `(environment_id, id, subscriber_id, token_hash, created_at, expires_at) VALUES ('all', $1, 'reader', $1, $2, $2)`,
          [name, at],
        ],
        ago(0.1),
        new Date(NOW.getTime() + DAY_MS),
      ],
      [
        'api_key_calls',
        (at, name) => ['(environment_id, api_key_id, hour, calls) VALUES ($1, $2, $3, 1)', ['all', name, at]],
        ago(2.1),
        ago(1.9),
      ],
      [
        'request_log',
        (at, name) => [
          `(environment_id, id, api_key_id, method, path, status, duration_ms, request_id, created_at)
           VALUES ($1, $2, 'k', 'GET', '/', 200, 1, $3, $4)`,
          ['short', newId(at), name, at],
        ],
        ago(31),
        ago(1),
      ],
      ['sign_in_failures', (at, name) => ['(key, window_start) VALUES ($1, $2)', [name, at]], ago(2.1), ago(1.9)],
      [
        'verifications',
        (at, name) => [`(id, identifier, value, expires_at) VALUES ($1, $1, '', $2)`, [name, at]],
        ago(0.1),
        new Date(NOW.getTime() + DAY_MS),
      ],
    ];
    await execute(
      `INSERT INTO subscribers (environment_id, id, subscriber_id, created_at, updated_at) VALUES ('all', 'reader', 'reader', $1, $1)`,
      [NOW],
    );
    for (const [table, row, old, young] of cases) {
      for (const [at, name] of [
        [old, 'old'],
        [young, 'young'],
      ] as const) {
        const [text, given] = row(at, name);
        await execute(`INSERT INTO ${table} ${text}`, given);
      }
    }
    expect((await maintain(NOW)).rowsDeleted).toBe(cases.length);
    for (const [table] of cases) {
      expect(await values(`SELECT to_jsonb(t)::text LIKE '%young%' AS value FROM ${table} t`)).toEqual([true]);
    }
  });

  test('reads no more rows than it deletes', async () => {
    await execute(
      `INSERT INTO triggers SELECT 'all', n::text, 'w', now() - n * interval '1 minute' FROM generate_series(1, 20000) n`,
    );
    await execute('ANALYZE triggers');
    const { text, values: given } = deletion({
      table: 'triggers',
      age: 'created_at',
      before: ago(10),
      environmentId: 'all',
    });
    const lines = await execute<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, given);
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan.match(/triggers_environment_id_created_at_idx/g)).toHaveLength(2);
    expect(plan).not.toMatch(/Seq Scan|Hash|Sort/);
  });
});
