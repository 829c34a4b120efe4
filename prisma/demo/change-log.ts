/** The change log of the scratch database in which the history is made. Raw statements: it consists of database triggers. */
import { pool, query } from '#lib/postgres/db.ts';
import { type Archive, type Change, keyOf, MADE_BY, type TableColumns, type Transaction } from './archive.ts';
import { Origins, type Row } from './derived-ids.ts';
import { opened } from './seal.ts';
import { HISTORY_END, HISTORY_START } from './timeline.ts';

/** The tables of the history, in an order in which rows can be inserted. */
const TABLES = [
  'integrations',
  'layouts',
  'layout_versions',
  'notification_groups',
  'workflows',
  'workflow_steps',
  'workflow_versions',
  'subscribers',
  'deleted_subscribers',
  'subscriber_channels',
  'contexts',
  'topics',
  'topic_subscriptions',
  'preferences',
  'suppressions',
  'workflow_snapshots',
  'job_steps',
  'triggers',
  'trigger_refusals',
  'payloads',
  'notifications',
  'notification_topics',
  'jobs',
  'work',
  'messages',
  'execution_details',
  'notification_outcomes',
  'digest_windows',
  'digest_events',
  'throttle_windows',
  'fanouts',
  'audit_log',
];

/** Columns that stay empty in the history, because an API key writes the addresses of the history, and nothing is traced. */
const EMPTY = ['email_restricted_at', 'phone_restricted_at', 'restricted', 'traceparent'];

/** Logs every later change of these tables. */
export async function startChangeLog(): Promise<void> {
  await pool().query(`
    CREATE TABLE change_log (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
      name text NOT NULL, before jsonb, after jsonb);
    CREATE FUNCTION log_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO change_log (name, before, after) VALUES (TG_ARGV[0],
        CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END, CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END);
      RETURN NULL; END $$;
    ${TABLES.map(
      (table) =>
        `CREATE TRIGGER log_change AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION log_change('${table}');`,
    ).join('\n')}`);
}

interface LoggedChange {
  seq: string;
  tx: string;
  name: string;
  before: string | null;
  after: string | null;
}

/** The number of changes in one read. */
const PAGE = 5_000;

/** The whole log as an archive. */
export async function readChangeLog(): Promise<Archive> {
  const tables = await readTables();
  const writer = new ArchiveWriter(tables);
  for (let seq = '0'; ; ) {
    const changes = await query<LoggedChange & Record<string, unknown>>(
      'demo-change-log',
      `SELECT seq, tx, name, before::text, after::text FROM change_log WHERE seq > $1 ORDER BY seq LIMIT ${PAGE}`,
      [seq],
    );
    for (const change of changes) writer.add(change);
    const last = changes.at(-1);
    if (!last) return { tables, lines: writer.end() };
    seq = last.seq;
  }
}

/** The columns of each table, without generated columns and columns that the database's clock fills. */
async function readTables(): Promise<TableColumns[]> {
  const rows = await query<{ name: string; columns: string[]; key: string[] }>(
    'demo-tables',
    `SELECT c.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> 'environment_id'
          AND a.attname <> ALL ($2) AND coalesce(pg_get_expr(d.adbin, d.adrelid), '') <> 'CURRENT_TIMESTAMP') AS columns,
       (SELECT array_agg(a.attname::text ORDER BY array_position(i.indkey::int[], a.attnum::int)) FROM pg_index i
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
        WHERE i.indrelid = c.oid AND i.indisprimary AND a.attname <> 'environment_id') AS key
     FROM pg_class c WHERE c.oid = ANY ($1::regclass[]) ORDER BY array_position($1::regclass[], c.oid::regclass)`,
    [TABLES, EMPTY],
  );
  return rows;
}

interface ReadChange {
  table: number;
  old: Row | undefined;
  row: Row | undefined;
}

/** Turns logged changes into lines, one per transaction. */
class ArchiveWriter {
  readonly #tables: readonly TableColumns[];
  readonly #lines: string[] = [];
  readonly #origins = new Origins(MADE_BY.environmentId);
  #tx: string | undefined;
  #changes: ReadChange[] = [];
  /** The time of the last transaction. Changes without a time have this time. */
  #at = HISTORY_START.getTime();

  constructor(tables: readonly TableColumns[]) {
    this.#tables = tables;
  }

  add({ tx, name, before, after }: LoggedChange): void {
    if (tx !== this.#tx) this.#close();
    this.#tx = tx;
    const table = this.#tables.findIndex((each) => each.name === name);
    const [old, row] = [before, after].map((text) => (text === null ? undefined : rowOf(name, text)));
    if (row) this.#origins.see(name, row);
    // A claim is left out: in a loaded history no worker holds a job.
    if (name === 'work' && row && row.worker_id !== null) return;
    this.#changes.push({ table, old, row });
  }

  end(): string[] {
    this.#close();
    return this.#lines;
  }

  #close(): void {
    const rows = this.#changes.flatMap(({ row }) => row ?? []);
    // The first transaction founds the company. Its rows have earlier and later times, so its time does not follow from
    // its rows.
    if (this.#lines.length > 0) this.#at = Math.max(this.#at, ...rows.map(lastTime));
    const jobs = this.#changes.flatMap(({ table, row }) => (row && this.#tables[table]?.name === 'jobs' ? row.id : []));
    const changes = this.#changes.flatMap((change) => this.#written(change, jobs) ?? []);
    if (changes.length > 0) {
      const transaction: Transaction = [this.#at - HISTORY_START.getTime(), ...changes];
      this.#lines.push(JSON.stringify(transaction));
    }
    this.#changes = [];
  }

  #written({ table, old, row }: ReadChange, jobs: readonly string[]): [Change] | undefined {
    const columns = this.#tables[table] as TableColumns;
    const key = keyOf(columns, (row ?? old) as Row);
    if (!row) return [[table, key, null]];
    if (!old) {
      const inserted = columns.columns.map((column) => row[column] ?? null);
      const origin = this.#origins.of(columns.name, row, jobs);
      return [origin ? [table, inserted, origin] : [table, inserted]];
    }
    // Changes of a queue row by a claim were omitted before.
    const isChanged = (column: string) =>
      columns.name === 'work' || JSON.stringify(row[column]) !== JSON.stringify(old[column]);
    const changed = columns.columns.filter(isChanged).map((column) => [column, row[column] ?? null] as const);
    return changed.length > 0 ? [[table, key, Object.fromEntries(changed)]] : undefined;
  }
}

/** Times in the usual form, numbers beyond JavaScript’s range as text, secrets in plain text. */
function rowOf(table: string, logged: string): Row {
  const text = logged
    .replace(
      /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?\+00:00"/g,
      (_, seconds, part = '.') => `"${seconds}${part.padEnd(4, '0')}Z"`,
    )
    .replace(/: (-?\d{15,20})(?=[,}])/g, ': "$1"');
  return opened(table, JSON.parse(text) as Row, MADE_BY.environmentId);
}

const TIMES = ['created_at', 'updated_at', 'deleted_at'];

function lastTime(row: Row): number {
  const times = TIMES.map((column) => (typeof row[column] === 'string' ? Date.parse(row[column]) : 0));
  // A time after the end of the history comes from the database's clock, so it is ignored.
  return Math.max(...times.filter((time) => time < HISTORY_END.getTime()));
}
