/**
 * Removes the person from tables that also have rows of other people. Raw statements: no index finds a person inside
 * JSON, so they read and write rows in the order of the primary key, in bounded batches.
 */
import { decryptIfReadable } from '#lib/crypto.ts';
import { isObject, parseJson } from '#lib/json/values.ts';
import { execute } from '#lib/postgres/db.ts';
import { detailsContext } from '#lib/request-log/details.ts';
import { type Identity, namesPerson, pathWithoutPerson, withoutPerson } from './identity.ts';
import type { Position, Step } from './step.ts';

/** The new values of a row’s columns, `delete`, or undefined if the row stays unchanged. */
type Change = Record<string, unknown> | 'delete' | undefined;
type Row = Record<string, unknown> & { key: string[] };
type FoundRow = Row & { isCandidate: boolean | null };

interface Walk {
  table: string;
  /** The columns of the primary key after the environment. */
  key: string[];
  /** The columns to read and to write: written columns with their PostgreSQL type, other columns with `read`. */
  columns: Record<string, 'text' | 'jsonb' | 'text[]' | 'read'>;
  /** The condition of the rows that may name the person. Other rows are skipped. */
  candidates?: string;
  /** The number of rows in one batch. */
  batch: number;
  /** Whether the table belongs to organizations, and has the environment as its second column. */
  isOfOrganization?: boolean;
  change: (row: Row, identity: Identity, environmentId: string) => Change;
}

const keyText = ({ key: [id = ''] }: Row) => id;

const naming = (row: Row, identity: Identity, columns: readonly string[]): boolean => {
  const names = namesPerson(identity);
  return columns.some((column) => names(row[column]));
};

/** Replaces the person in JSON columns, and leaves other content unchanged. */
const replacing =
  (columns: readonly string[]): Walk['change'] =>
  (row, identity) => {
    const named = columns.filter((column) => naming(row, identity, [column]));
    if (named.length === 0) return undefined;
    return Object.fromEntries(named.map((column) => [column, withoutPerson(identity, row[column])]));
  };

/** Returns the walk through columns with texts of providers, which may name any person. */
const words = (table: string, key: string, columns: readonly string[]): Walk => ({
  ...{ table, key: [key], batch: 500 },
  columns: Object.fromEntries(columns.map((column) => [column, 'text'])) as Walk['columns'],
  change: replacing(columns),
});

/** Whether a row may name people other than its recipient: as actor, or as an address in copy. */
const NAMES_OTHERS = `(t.actor IS NOT NULL OR t.overrides::text ~ '[@+]')`;

export const SHARED_WALKS: readonly Walk[] = [
  {
    table: 'trigger_refusals',
    key: ['id'],
    columns: { recipients: 'text[]', reason: 'read', transaction_id: 'read' },
    batch: 500,
    change(row, identity) {
      if (naming(row, identity, ['reason', 'transaction_id'])) return 'delete';
      if (!naming(row, identity, ['recipients'])) return undefined;
      const names = namesPerson(identity);
      const recipients = (row.recipients as string[]).filter((each) => !names(each));
      return recipients.length === 0 ? 'delete' : { recipients };
    },
  },
  {
    table: 'recoveries',
    key: ['id'],
    columns: { filter: 'jsonb', reason: 'text', status: 'text' },
    batch: 500,
    change(row, identity) {
      if (!naming(row, identity, ['filter', 'reason'])) return undefined;
      // The runs of this running recovery were erased, so nothing is left to retry.
      const status = row.status === 'running' ? 'stopped' : row.status;
      return { filter: withoutPerson(identity, row.filter), reason: withoutPerson(identity, row.reason), status };
    },
  },
  {
    table: 'saved_views',
    key: ['id'],
    columns: { query: 'read', name: 'read' },
    batch: 500,
    change: (row, identity) => {
      const query = String(row.query);
      const isNamed = pathWithoutPerson(identity, query.replaceAll('+', ' ')) !== query.replaceAll('+', ' ');
      return isNamed || naming(row, identity, ['name']) ? 'delete' : undefined;
    },
  },
  {
    table: 'contexts',
    key: ['type', 'key'],
    columns: { data: 'read' },
    batch: 500,
    change: ({ key: [, id], data }, identity) => (namesPerson(identity)([id, data]) ? 'delete' : undefined),
  },
  {
    table: 'topics',
    key: ['id'],
    columns: { slug: 'read', name: 'read', data: 'read' },
    candidates: 'NOT EXISTS (SELECT 1 FROM topic_subscriptions s WHERE s.environment_id = $1 AND s.topic_id = t.id)',
    batch: 500,
    change: (row, identity) => (namesPerson(identity)([row.slug, row.name, row.data]) ? 'delete' : undefined),
  },
  words('integration_tests', 'integration_id', ['message']),
  words('circuit_breakers', 'integration_id', ['words']),
  words('host_breakers', 'host', ['words']),
  words('event_addresses', 'integration_id', ['refused_words']),
  words('bounce_mailboxes', 'integration_id', ['failed_words']),
  words('gradual_switches', 'channel', ['why']),
  {
    ...words('alerts', 'id', ['words', 'end_words', 'problem']),
    columns: { words: 'text', end_words: 'text', problem: 'text', notices: 'jsonb' },
    change: replacing(['words', 'end_words', 'problem', 'notices']),
  },
  {
    table: 'idempotency_records',
    key: ['scope_hash'],
    columns: { body: 'read', headers: 'read' },
    batch: 100,
    change(row, identity) {
      const text = decryptIfReadable(String(row.body), keyText(row)) ?? '';
      return naming({ ...row, body: parseJson(text) ?? text }, identity, ['body', 'headers']) ? 'delete' : undefined;
    },
  },
  {
    table: 'request_log',
    key: ['id'],
    columns: { path: 'text', details: 'text' },
    batch: 500,
    change(row, identity, environmentId) {
      const path = pathWithoutPerson(identity, String(row.path));
      const isNamed = path !== row.path;
      const text =
        isNamed || row.details === null
          ? ''
          : (decryptIfReadable(String(row.details), detailsContext(environmentId, keyText(row))) ?? '');
      if (isNamed) return { path, details: null };
      return namesInDetails(text, identity) ? { path, details: null } : undefined;
    },
  },
  {
    table: 'audit_log',
    key: ['id'],
    isOfOrganization: true,
    columns: {
      ...{
        actor_id: 'text',
        actor_label: 'text',
        resource_id: 'text',
        resource_label: 'text',
        before: 'jsonb',
        after: 'jsonb',
      },
      ...{ address: 'text', actor_type: 'read' },
    },
    batch: 500,
    change(row, identity) {
      const columns = ['actor_id', 'actor_label', 'resource_id', 'resource_label', 'before', 'after'];
      if (!naming(row, identity, columns)) return undefined;
      const shown = (column: string) => withoutPerson(identity, row[column]);
      const isOwn = row.actor_type === 'subscriber';
      return {
        ...{ actor_id: shown('actor_id'), actor_label: shown('actor_label'), resource_id: shown('resource_id') },
        ...{ resource_label: row.resource_label === null ? null : shown('resource_label'), before: null, after: null },
        address: isOwn ? null : row.address,
      };
    },
  },
  {
    table: 'notifications',
    key: ['id'],
    columns: { actor: 'jsonb', overrides: 'jsonb' },
    candidates: NAMES_OTHERS,
    batch: 5000,
    change: replacing(['actor', 'overrides']),
  },
  {
    table: 'payloads',
    key: ['id'],
    columns: { actor: 'jsonb', overrides: 'jsonb' },
    candidates: NAMES_OTHERS,
    batch: 2000,
    change: replacing(['actor', 'overrides']),
  },
];

function namesInDetails(text: string, identity: Identity): boolean {
  const stored = parseJson(text);
  if (!isObject(stored)) return false;
  const names = namesPerson(identity);
  const { q, b, a } = stored as { q?: string; b?: string; a?: string };
  const query = q ?? '';
  if (pathWithoutPerson(identity, query) !== query) return true;
  return [b, a].some((part) => part !== undefined && names(parseJson(part) ?? part));
}

/** Processes the next batch of a table. */
export async function walk(of: Walk, { environmentId, identity, cursor }: Position): Promise<Step> {
  const rows = await readBatch(of, environmentId, cursor);
  const changes: (Record<string, unknown> & { key: string[] })[] = [];
  const gone: string[][] = [];
  for (const row of rows) {
    if (!row.isCandidate) continue;
    const change = of.change(row, identity, environmentId);
    if (change === 'delete') gone.push(row.key);
    else if (change) changes.push({ ...change, key: row.key, named: Object.keys(change) });
  }
  await removeRows(of, environmentId, gone);
  await changeRows(of, environmentId, changes);
  const last = rows.at(-1);
  return {
    cursor: last && rows.length === of.batch ? JSON.stringify(last.key) : null,
    counts: { [of.table]: gone.length + changes.length },
  };
}

/** The SQL expressions of columns that are not read unchanged. */
const STORED: Record<string, string> = {
  'idempotency_records.body': `encode(t.body, 'escape')`,
  'topics.slug': 't.key',
};

const scopeOf = ({ isOfOrganization }: Walk, row: string) =>
  `${isOfOrganization ? `${row}.organization_id = (SELECT e.organization_id FROM environments e WHERE e.id = $1) AND ` : ''}${row}.environment_id = $1`;

const keyOf = ({ key }: Walk, row: string) => key.map((column) => `${row}.${column}`).join(', ');

async function readBatch(of: Walk, environmentId: string, cursor: string | null): Promise<FoundRow[]> {
  const { table, key, columns, isOfOrganization, candidates = 'true', batch } = of;
  const read = Object.keys(columns).map((column) => {
    const stored = STORED[`${table}.${column}`] ?? `t."${column}"`;
    return `CASE WHEN ${candidates} THEN ${stored} END AS "${column}"`;
  });
  const from = cursor === null ? key.map(() => '') : (JSON.parse(cursor) as string[]);
  const after = from.map((_, at) => `$${at + 2}`).join(', ');
  return execute<FoundRow>(
    `SELECT ARRAY[${keyOf(of, 't')}] AS key, ${candidates} AS "isCandidate", ${read.join(', ')} FROM ${table} t
     WHERE ${scopeOf(of, 't')} AND (${keyOf(of, 't')}) > (${after})
     ORDER BY ${isOfOrganization ? 't.organization_id, ' : ''}t.environment_id, ${keyOf(of, 't')} LIMIT ${batch}`,
    [environmentId, ...from],
  );
}

const sameKey = (of: Walk) => of.key.map((column, at) => `t.${column} = c.key[${at + 1}]`).join(' AND ');

async function removeRows(of: Walk, environmentId: string, keys: readonly string[][]): Promise<void> {
  if (keys.length === 0) return;
  await execute(
    `DELETE FROM ${of.table} t USING jsonb_to_recordset($2::jsonb) AS c (key text[]) WHERE t.environment_id = $1 AND ${sameKey(of)}`,
    [environmentId, JSON.stringify(keys.map((key) => ({ key })))],
  );
}

async function changeRows(of: Walk, environmentId: string, changes: readonly object[]): Promise<void> {
  if (changes.length === 0) return;
  const written = Object.entries(of.columns).filter(([, type]) => type !== 'read');
  const typed = written.map(([column, type]) => `"${column}" ${type}`).join(', ');
  // Columns that a change does not name keep their value.
  const sets = written.map(
    ([column]) => `"${column}" = CASE WHEN '${column}' = ANY (c.named) THEN c."${column}" ELSE t."${column}" END`,
  );
  await execute(
    `UPDATE ${of.table} t SET ${sets.join(', ')}
     FROM jsonb_to_recordset($2::jsonb) AS c (key text[], named text[], ${typed}) WHERE t.environment_id = $1 AND ${sameKey(of)}`,
    [environmentId, JSON.stringify(changes)],
  );
}
