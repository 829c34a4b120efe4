/**
 * On Citus, a hot statement is a function in PL/pgSQL, generated from the text that plain PostgreSQL runs. The function
 * reads and writes the tables of one shard by their own names, so the node plans the statement once and Citus never
 * plans it.
 */
import { hash } from 'node:crypto';

/** The schema of the functions. */
export const FUNCTION_SCHEMA = 'belfry_citus';

/** PostgreSQL compares only this many bytes of a name. */
const NAME_BYTES = 63;
const HASH_CHARACTERS = 16;

/**
 * Where a function runs: in the shard of the environment `$1`, or in each shard of the node on which it is called.
 */
export type Scope = 'environment' | 'node';

/** A statement with the types that PostgreSQL has derived. */
export interface NodeStatement {
  name: string;
  text: string;
  scope: Scope;
  /** The types of the parameters, in order. */
  parameters: readonly string[];
  /** The columns of the result. Empty if the statement returns no rows. */
  columns: readonly { name: string; type: string }[];
}

/** One shard of the queue, with the tables that are stored next to it. */
export interface Shard {
  id: string;
  /** The names of the shard's tables, and of the copies of reference tables, by the name of the table. */
  tables: ReadonlyMap<string, string>;
}

/**
 * Returns the name of a statement's function. The name follows from the text, so a process never calls a function of
 * another release.
 */
export function functionName(name: string, text: string): string {
  const start = Buffer.from(name).subarray(0, NAME_BYTES - HASH_CHARACTERS - 1);
  return `${start.toString('latin1')} ${hash('sha256', `${name} ${text}`).slice(0, HASH_CHARACTERS)}`;
}

/** Returns the function's name for SQL. */
export function quotedFunction(name: string): string {
  return `${FUNCTION_SCHEMA}."${name.replaceAll('"', '""')}"`;
}

/** Returns the SQL that creates the function of a statement. */
export function functionText(statement: NodeStatement, shards: readonly Shard[]): string {
  const { name, text, scope, parameters, columns } = statement;
  const results = columns.map(({ name: column, type }) => `"${column}" ${type}`).join(', ');
  const branches = shards.map(({ id, tables }) => {
    const run = columns.length > 0 ? 'RETURN QUERY ' : '';
    return `WHEN ${id} THEN ${run}${onShard(text, tables).trim()};`;
  });
  return `CREATE OR REPLACE FUNCTION ${quotedFunction(functionName(name, text))} (${parameters.join(', ')})
RETURNS ${columns.length > 0 ? `TABLE (${results})` : 'SETOF int'} LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $function$
#variable_conflict use_column
${BODIES[scope](`CASE belfry_shard\n${branches.join('\n')}\nELSE ${UNKNOWN}\nEND CASE;`)}
$function$`;
}

/** 40001 means that the same statement succeeds later, on another node. */
const MOVED = `RAISE EXCEPTION 'shard % is not on this node', belfry_shard USING ERRCODE = '40001';`;

const UNKNOWN = `RAISE EXCEPTION 'shard % is new: run npm run db:migrate', belfry_shard USING ERRCODE = '40001';`;

/**
 * The lock excludes a move of the shard until the end of the transaction. A function that waited for a move finds the
 * shard on another node: without this check, it would write to the copy that the move leaves behind.
 */
const BODIES: Record<Scope, (cases: string) => string> = {
  environment: (cases) => `DECLARE belfry_shard bigint := get_shard_id_for_distribution_column('work', $1);
BEGIN
PERFORM lock_shard_metadata(5, ARRAY[belfry_shard]);
IF NOT EXISTS (SELECT FROM pg_dist_placement p JOIN pg_dist_local_group l ON l.groupid = p.groupid WHERE p.shardid = belfry_shard) THEN
${MOVED}
END IF;
${cases}
END`,
  node: (cases) => `DECLARE belfry_shard bigint;
BEGIN
FOR belfry_shard IN SELECT s.shardid FROM pg_dist_shard s JOIN pg_dist_placement p ON p.shardid = s.shardid
  JOIN pg_dist_local_group l ON l.groupid = p.groupid WHERE s.logicalrelid = 'work'::regclass LOOP
${cases}
END LOOP;
END`,
};

/** A place where a statement may name a table. */
const PLACE = /\b(FROM|JOIN|INTO|UPDATE)(\s+)([a-z_]+)\b/g;

/** Matches the text after the name of a table if the text begins with an alias. */
const ALIAS =
  /^\s+(?:AS\s+)?(?!(?:WHERE|ORDER|LIMIT|ON|JOIN|SET|LEFT|CROSS|GROUP|FOR|UNION|VALUES|SELECT|USING|RETURNING)\b)[a-z_]/i;

/** The name of a table as a constant. */
const CONSTANT = /'([a-z_]+)'::regclass\b/g;

/** Returns a statement that names the tables of one shard. A table without an alias keeps its name as alias. */
export function onShard(text: string, tables: ReadonlyMap<string, string>): string {
  const placed = text.replace(PLACE, (found, verb, space, table, at) => {
    const own = tables.get(table);
    if (own === undefined) return found;
    return `${verb}${space}${own}${ALIAS.test(text.slice(at + found.length)) ? '' : ` AS ${table}`}`;
  });
  return placed.replace(CONSTANT, (found, table) => (tables.has(table) ? `'${tables.get(table)}'::regclass` : found));
}
