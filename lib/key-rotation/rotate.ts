/**
 * Encrypts every stored value again with the first key of `ENCRYPTION_KEYS`, while web processes and workers run. The
 * values themselves show the progress, so the program may be killed and restarted at any time. Raw statements: they
 * read and write columns from a list in batches, skip locked rows, and write only values that have not changed since.
 */
import { decrypt, encrypt, encryptionKeyIds, UnreadableError } from '#lib/crypto.ts';
import { execute } from '#lib/postgres/db.ts';
import { PLACES, type Place, type RowId } from './places.ts';

/** Maximum rows that one statement reads. Their values are not read. */
const PAGE = 2000;
/** Maximum rows of one write, so that its row locks last only some milliseconds. */
const BATCH_ROWS = 100;
const BATCH_BYTES = 4_000_000;
/**
 * Maximum passes. If values are still written with another key after that many, a process with other keys is running.
 */
const MAX_PASSES = 5;
/** Maximum unreadable values that are listed. Others are only counted. */
const MAX_LISTED = 1000;

export interface Unreadable extends RowId {
  table: string;
  column: string;
  field: string;
  why: string;
}

export interface RotationResult {
  /** The ID of the first key. */
  key: string;
  /** The number of values that were encrypted again. */
  encrypted: number;
  /** The number of values by place and key, as counted in the last pass. */
  left: { table: string; column: string; key: string; count: number }[];
  unreadable: Unreadable[];
  unreadableCount: number;
  /** Whether every readable value is encrypted with the first key. */
  isComplete: boolean;
}

interface Options {
  /** Called after each page. The next page starts when the returned promise resolves. */
  onProgress?: (progress: { place: Place; rows: number; encrypted: number }) => unknown;
  places?: readonly Place[];
  page?: number;
}

/**
 * Encrypts everything again with the first key. Repeats passes until a pass finds nothing to do, which proves that the
 * rotation is complete. A value that cannot be decrypted stays unchanged and is listed.
 */
export async function rotateKeys(options: Options = {}): Promise<RotationResult> {
  const [key = ''] = encryptionKeyIds();
  if (key === '') throw new Error('ENCRYPTION_KEYS is empty');
  let encrypted = 0;
  for (let pass = 1; ; pass++) {
    const found = await runPass(key, options);
    encrypted += found.encrypted;
    const isComplete = found.pending === 0;
    if (isComplete || pass === MAX_PASSES) {
      const { left, unreadable, unreadableCount } = found;
      return { key, encrypted, left, unreadable, unreadableCount, isComplete };
    }
  }
}

class Pass {
  encrypted = 0;
  /** The number of readable values that were encrypted with another key when they were read. */
  pending = 0;
  unreadable: Unreadable[] = [];
  unreadableCount = 0;
  readonly #counts = new Map<Place, Map<string, number>>();

  count(place: Place, key: string): void {
    const counts = this.#counts.get(place) ?? new Map<string, number>();
    this.#counts.set(place, counts.set(key, (counts.get(key) ?? 0) + 1));
  }

  add(one: Unreadable): void {
    this.unreadableCount++;
    if (this.unreadable.length < MAX_LISTED) this.unreadable.push(one);
  }

  get left(): RotationResult['left'] {
    return [...this.#counts].flatMap(([{ table, column }, counts]) =>
      [...counts].map(([key, count]) => ({ table, column, key, count })),
    );
  }
}

async function runPass(key: string, { places = PLACES, page = PAGE, onProgress }: Options): Promise<Pass> {
  const pass = new Pass();
  const tenants = await tenantIds();
  for (const place of places) {
    let rows = 0;
    for (const environmentId of place.isTenant ? tenants : ['']) {
      for (let from: string | null = ''; from !== null; ) {
        const found = await readPage(place, environmentId, from, page);
        await encryptPage({ place, environmentId, key, pass }, found);
        rows += found.length;
        await onProgress?.({ place, rows, encrypted: pass.encrypted });
        from = found.length < page ? null : (found.at(-1)?.key ?? null);
      }
    }
  }
  return pass;
}

/** Returns the IDs of all environments, including deleted ones whose rows still exist. */
async function tenantIds(): Promise<string[]> {
  const rows = await execute<{ id: string }>(
    'SELECT id FROM environments UNION SELECT id FROM deleted_environments ORDER BY 1',
  );
  return rows.map(({ id }) => id);
}

interface Head {
  key: string;
  /** The beginning of each encrypted value: its format and the key's ID. */
  heads: string[];
  /** The size of the column's value in bytes. */
  size: number;
}

/** Reads the next rows by primary key, but not their values, so that large values are never in memory together. */
function readPage(place: Place, environmentId: string, from: string, limit: number): Promise<Head[]> {
  const { table, column, key, isTenant, heads } = place;
  const [own, order] = isTenant ? ['environment_id = $3 AND ', 'environment_id, '] : ['', ''];
  return execute<Head & Record<string, unknown>>(
    `SELECT ${key} AS key, ${heads} AS heads, coalesce(pg_column_size(${column}), 0) AS size
     FROM ${table} WHERE ${own}${key} > $1 ORDER BY ${order}${key} LIMIT $2`,
    [from, limit, ...(isTenant ? [environmentId] : [])],
  );
}

interface Work {
  place: Place;
  environmentId: string;
  key: string;
  pass: Pass;
}

async function encryptPage(work: Work, found: readonly Head[]): Promise<void> {
  const { place, key, pass } = work;
  const old: Head[] = [];
  for (const row of found) {
    const keys = row.heads.map(keyOf);
    for (const each of keys) pass.count(place, each);
    if (keys.some((each) => each !== key)) old.push(row);
  }
  for (const batch of batches(old))
    await encryptBatch(
      work,
      batch.map((row) => row.key),
    );
}

/** Returns the ID of the key that encrypted a value. An em dash for a value that `encrypt` did not create. */
function keyOf(head: string): string {
  const [format, key] = head.split('.');
  return format === 'v1' && key ? key : '—';
}

function* batches(rows: readonly Head[]): Generator<Head[]> {
  let batch: Head[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (batch.length > 0 && (batch.length === BATCH_ROWS || bytes + row.size > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(row);
    bytes += row.size;
  }
  if (batch.length > 0) yield batch;
}

interface Change {
  key: string;
  before: string;
  after: string;
}

async function encryptBatch(work: Work, keys: readonly string[]): Promise<void> {
  const stored = await readValues(work, keys);
  const changes = stored.flatMap((row) => changeOf(work, row) ?? []);
  work.pass.pending += changes.length;
  if (changes.length > 0) work.pass.encrypted += await write(work, changes);
}

const asText = {
  text: (column: string) => column,
  jsonb: (column: string) => `${column}::text`,
  bytea: (column: string) => `encode(${column}, 'escape')`,
};
/**
 * SQL for the new value of the column. The other fields of a JSON column keep their exact text, even numbers that
 * JavaScript would round.
 */
const asStored = {
  text: () => 'c.after',
  jsonb: (column: string) => `t.${column} || c.after::jsonb`,
  bytea: () => `decode(c.after, 'escape')`,
};

function readValues(
  { place, environmentId }: Work,
  keys: readonly string[],
): Promise<{ key: string; stored: string }[]> {
  const { table, column, key, isTenant, type } = place;
  return execute(
    `SELECT ${key} AS key, ${asText[type](column)} AS stored FROM ${table}
     WHERE ${isTenant ? 'environment_id = $2 AND ' : ''}${key} = ANY ($1::text[]) AND ${column} IS NOT NULL`,
    [keys, ...(isTenant ? [environmentId] : [])],
  );
}

/** Returns the change of a row. Undefined if none of its values can be encrypted again. */
function changeOf({ place, environmentId, key, pass }: Work, row: { key: string; stored: string }): Change | undefined {
  const id = { environmentId, key: row.key };
  const after = place.values(row.stored, id).flatMap(({ field, sealed, context }): [string, string][] => {
    if (keyOf(sealed) === key) return [];
    try {
      return [[field, encrypt(decrypt(sealed, context), context)]];
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      pass.add({ ...id, table: place.table, column: place.column, field, why: error.message });
      return [];
    }
  });
  if (after.length === 0) return undefined;
  return {
    key: row.key,
    before: row.stored,
    after: place.type === 'jsonb' ? patchOf(place, after) : (after[0]?.[1] ?? ''),
  };
}

function patchOf({ sealedField }: Place, after: readonly [string, string][]): string {
  return JSON.stringify(
    Object.fromEntries(after.map(([field, value]) => [field, sealedField ? { [sealedField]: value } : value])),
  );
}

/**
 * Writes the new values of rows, except rows whose value has changed since it was read and rows that another
 * transaction has locked. The next pass finds those rows. So no newer value is lost, and the statement never waits for
 * a lock or takes part in a deadlock.
 *
 * @returns the number of written rows.
 */
async function write({ place, environmentId }: Work, changes: readonly Change[]): Promise<number> {
  const { table, column, key, isTenant, type } = place;
  const own = isTenant ? ' AND t.environment_id = $2' : '';
  const isUnchanged = `t.${key} = c.key AND ${asText[type](`t.${column}`)} = c.before${own}`;
  const rows = await execute(
    `WITH changes AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS c (key text, before text, after text)),
       free AS MATERIALIZED (SELECT t.${key} AS key FROM ${table} t JOIN changes c ON ${isUnchanged} FOR NO KEY UPDATE OF t SKIP LOCKED)
     UPDATE ${table} t SET ${column} = ${asStored[type](column)} FROM changes c JOIN free ON free.key = c.key
     WHERE ${isUnchanged} RETURNING 1`,
    [JSON.stringify(changes), ...(isTenant ? [environmentId] : [])],
  );
  return rows.length;
}
