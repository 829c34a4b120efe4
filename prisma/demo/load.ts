import { countChange } from '#lib/engine/record/outcome-counts.ts';
import { SKIPPED_CODES } from '#lib/messages/list-plan.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import {
  type Archive,
  type Change,
  keyOf,
  MADE_BY,
  readArchive,
  type TableColumns,
  type Transaction,
} from './archive.ts';
import { derivedId, type Row } from './derived-ids.ts';
import { insertRows } from './insert.ts';
import { sealed } from './seal.ts';
import { COMPANY_AT, HISTORY_END, HISTORY_START, moveTo } from './timeline.ts';

/** The target environment of the history, and its author. */
export interface Place {
  organizationId: string;
  environmentId: string;
  /** The invented user who built the company. */
  userId: string;
  userEmail: string;
  /** The API key of the shop's systems. */
  apiKeyId: string;
}

/** The number of rows in one INSERT. */
const BATCH = 2_000;

/** Writes the demo's history up to `now` into an environment, in the current transaction. */
export async function loadHistory(place: Place, now: Date): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  let begunAt = now;
  const columns = await storedColumns();
  for (const { name, rows } of historyAt(readArchive(), place, now)) {
    begunAt = earliest(rows, begunAt);
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = rows.slice(from, from + BATCH).map((row) => ({
        environment_id: place.environmentId,
        ...kept(sealed(name, row, place.environmentId), columns.get(name)),
      }));
      await writing;
      writing = insertRows(name, batch);
      // Awaited above. Until then a failure must not count as unhandled.
      writing.catch(() => {});
      // Sends the statement before the next batch is made, so that both processors work.
      await new Promise(setImmediate);
    }
  }
  await writing;
  await execute(
    countChange('SELECT notification_id, outcome, 1 AS by FROM notification_outcomes WHERE environment_id = $1'),
    [place.environmentId],
  );
  await execute(
    `UPDATE workflows w SET last_triggered_at = t.at
     FROM (SELECT workflow_id, max(created_at) AS at FROM triggers WHERE environment_id = $1 GROUP BY workflow_id) AS t
     WHERE w.environment_id = $1 AND w.id = t.workflow_id`,
    [place.environmentId],
  );
  await countMessages(place.environmentId);
  await dateBack(place, begunAt);
}

/** The columns of each table that can be written. */
async function storedColumns(): Promise<Map<string, Set<string>>> {
  const rows = await execute<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
     WHERE table_schema = current_schema() AND is_generated = 'NEVER' GROUP BY table_name`,
  );
  return new Map(rows.map(({ name, columns }) => [name, new Set(columns)]));
}

/** Omits columns that the table no longer has, so that the archive stays valid without them. */
function kept(row: Row, columns: ReadonlySet<string> = new Set()): Partial<Row> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column)));
}

function earliest(rows: readonly Row[], known: Date): Date {
  const times = rows.map(({ created_at }) => Date.parse(String(created_at))).filter((ms) => !Number.isNaN(ms));
  return new Date(times.reduce((one, other) => Math.min(one, other), known.getTime()));
}

/** The counts of accepted and rejected messages of integrations, by the creation time of the messages. */
async function countMessages(environmentId: string): Promise<void> {
  await execute(
    `INSERT INTO integration_stats (environment_id, minute, integration_id, sent, failed, retried)
     SELECT environment_id, date_trunc('minute', created_at), integration_id,
       count(*) FILTER (WHERE status = 'sent'), count(*) FILTER (WHERE status = 'error'), count(*) FILTER (WHERE status = 'warning')
     FROM messages WHERE environment_id = $1 AND integration_id IS NOT NULL
       AND (status = 'sent' OR NOT coalesce(reason ->> 'code', '') = ANY ($2::text[]))
     GROUP BY 1, 2, 3`,
    [environmentId, SKIPPED_CODES],
  );
}

/** Dates the invented user and the API key back to the start of the history. */
async function dateBack({ userId, apiKeyId }: Place, createdAt: Date): Promise<void> {
  await prisma().user.updateMany({ where: { id: userId }, data: { createdAt } });
  await prisma().apiKey.updateMany({ where: { id: apiKeyId }, data: { createdAt } });
}

/** The rows of each table at `now`: the history is moved to the present and played until then. */
export function historyAt(archive: Archive, place: Place, now: Date): { name: string; rows: Row[] }[] {
  const mover = new Mover(place, moveTo(now));
  const state = archive.tables.map((table) => ({ table, rows: new Map<string, Row>() }));
  const until = now.getTime() - mover.byMs - HISTORY_START.getTime();
  for (const line of archive.lines) {
    if (timeOf(line) > until) break;
    for (const change of mover.moved(line, archive.tables)) apply(change, state);
  }
  return state.map(({ table: { name }, rows }) => ({ name, rows: [...rows.values()] }));
}

function timeOf(line: string): number {
  return Number(line.slice(1, line.indexOf(',')));
}

function apply(change: Change, state: readonly { table: TableColumns; rows: Map<string, Row> }[]): void {
  const { table, rows } = state[change[0]] as (typeof state)[number];
  if (isInsert(change)) {
    const row = rowOf(table, change[1]);
    rows.set(keyOf(table, row), row);
  } else if (change[2] === null) rows.delete(change[1]);
  else Object.assign(rows.get(change[1]) as Row, change[2]);
}

type Insert = Extract<Change, [number, unknown[], ...unknown[]]>;

function isInsert(change: Change): change is Insert {
  return Array.isArray(change[1]);
}

function rowOf({ columns }: TableColumns, values: readonly unknown[]): Row {
  return Object.fromEntries(columns.map((column, at) => [column, values[at]])) as Row;
}

const NAMES = Object.keys(MADE_BY) as (keyof Place)[];

/** IDs that begin with a time of the history, IDs of windows, times, hashes, and the author of the history. */
const MOVING = new RegExp(
  `[0-9a-f]{32}|[0-9a-f]{24}|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z|"-?\\d{15,20}"|${Object.values(MADE_BY).join('|')}`,
  'g',
);

/** IDs of earlier times are not part of the history. */
const OLDEST_MS = COMPANY_AT.getTime() - 5 * 365 * 86_400_000;

/** Moves the text of transactions: times, and IDs that contain one, move to the present. Derived IDs are recalculated. */
class Mover {
  readonly byMs: number;
  readonly #place: Place;
  /** The recalculated IDs, by the moved IDs that they replace. */
  readonly #derived = new Map<string, string>();

  constructor(place: Place, byMs: number) {
    this.#place = place;
    this.byMs = byMs;
  }

  moved(line: string, tables: readonly TableColumns[]): Change[] {
    const text = line.replace(MOVING, (found) => this.#moved(found));
    const changes = changesIn(text);
    const renamed = changes.flatMap((change) => this.#renamed(change, tables));
    if (renamed.length === 0) return changes;
    return changesIn(renamed.reduce((all, [from, to]) => all.replaceAll(from, to), text));
  }

  #moved(found: string): string {
    const name = NAMES.find((each) => MADE_BY[each] === found);
    if (name) return this.#place[name];
    if (found.endsWith('Z')) return new Date(Date.parse(found) + this.byMs).toISOString();
    if (found.startsWith('"')) return this.#derived.get(found) ?? found;
    const id = found.length === 24 ? this.#movedId(found) : found;
    return this.#derived.get(id) ?? id;
  }

  #movedId(id: string): string {
    const ms = Number.parseInt(id.slice(0, 8), 16) * 1000;
    if (ms < OLDEST_MS || ms > HISTORY_END.getTime()) return id;
    return ((ms + this.byMs) / 1000).toString(16).padStart(8, '0') + id.slice(8);
  }

  /** The IDs of an inserted row that must be recalculated, in their form in the text. */
  #renamed(change: Change, tables: readonly TableColumns[]): [from: string, to: string][] {
    if (!isInsert(change)) return [];
    const [at, values, origin] = change;
    const table = tables[at] as TableColumns;
    const row = rowOf(table, values);
    const to = derivedId(table.name, row, origin, this.#place.environmentId);
    if (to === undefined || to === row.id) return [];
    const isHash = table.name === 'workflow_snapshots' || table.name === 'job_steps';
    const pair: [string, string] = isHash ? [`"${row.id}"`, `"${to}"`] : [row.id, to];
    this.#derived.set(...pair);
    return [pair];
  }
}

function changesIn(text: string): Change[] {
  const [, ...changes] = JSON.parse(text) as Transaction;
  return changes;
}
