/** Creates the functions of hot statements on Citus (`lib/postgres/citus/node-function.ts`). */
// cspell:words shardminvalue
import type pg from 'pg';
import { ENTER as ENTER_FANOUT } from '#lib/engine/fanout/runs.ts';
import { ENVIRONMENT, INTEGRATIONS, LAYOUTS } from '#lib/engine/load/environment.ts';
import { PAYLOADS } from '#lib/engine/load/payloads.ts';
import { JOBS, NOTIFICATIONS, PREFERENCES, RECIPIENTS } from '#lib/engine/load/runs.ts';
import { SEARCHES } from '#lib/engine/queue/everywhere.ts';
import { CLAIMS } from '#lib/engine/queue/work.ts';
import { RECORD, RECORD_ENDS } from '#lib/engine/record/record.ts';
import { ADD } from '#lib/engine/record/tallies.ts';
import { VALUES } from '#lib/environment-variables/values.ts';
import { CLAIM, ENTER } from '#lib/events/trigger-statements.ts';
import { TARGETS } from '#lib/events/triggered-workflow.ts';
import {
  FUNCTION_SCHEMA,
  functionName,
  functionText,
  type NodeStatement,
  quotedFunction,
  type Scope,
  type Shard,
} from '#lib/postgres/citus/node-function.ts';
import { UPSERT } from '#lib/subscribers/query.ts';
import { SUPPRESSIONS } from '#lib/suppressions/query.ts';

/**
 * The statements that run on the nodes, by name. The first parameter of a statement of the scope `environment` is the
 * environment.
 */
export const NODE_STATEMENTS: Record<Scope, Readonly<Record<string, string>>> = {
  environment: {
    ...ENTER,
    ...CLAIMS,
    'events-targets': TARGETS,
    'events-claim': CLAIM,
    'subscribers-upsert': UPSERT,
    'fanouts-enter': ENTER_FANOUT,
    'runs-environment': ENVIRONMENT,
    'runs-integrations': INTEGRATIONS,
    'runs-layouts': LAYOUTS,
    'runs-notifications': NOTIFICATIONS,
    'runs-jobs': JOBS,
    'runs-payloads': PAYLOADS,
    'runs-recipients': RECIPIENTS,
    'runs-preferences': PREFERENCES,
    'runs-suppressions': SUPPRESSIONS,
    'environment-variables-values': VALUES,
    'work-record': RECORD,
    'work-record-ends': RECORD_ENDS,
    'tallies-add': ADD,
  },
  node: SEARCHES,
};

/**
 * Statements on a table whose trigger writes to another table. Citus refuses to call their functions within a
 * transaction.
 */
const ALONE: readonly string[] = ['subscribers-upsert'];

/**
 * Creates or replaces the function of each statement. Functions of earlier releases stay, because processes of an
 * earlier release may still run.
 */
export async function createFunctions(client: pg.ClientBase): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${FUNCTION_SCHEMA}`);
  const shards = await shardsOf(client);
  for (const scope of ['environment', 'node'] as const)
    for (const [name, text] of Object.entries(NODE_STATEMENTS[scope])) {
      const statement = { name, text, scope, ...(await typesOf(client, text)) };
      await client.query(functionText(statement, shards));
      if (scope === 'environment') await delegate(client, statement);
    }
}

/**
 * Makes every node pass a call of the function on to the node of the environment, also within a transaction, except for
 * `ALONE`.
 */
async function delegate(client: pg.ClientBase, { name, text, parameters }: NodeStatement): Promise<void> {
  const signature = `${quotedFunction(functionName(name, text))}(${parameters.join(',')})`;
  await client.query(`SELECT create_distributed_function($1, '$1', colocate_with => 'work', force_delegation => $2)`, [
    signature,
    !ALONE.includes(name),
  ]);
}

/** Returns the shards of the queue, each with its tables. */
async function shardsOf(client: pg.ClientBase): Promise<Shard[]> {
  const { rows } = await client.query<{ id: string; tables: Record<string, string> }>(
    `SELECT w.shardid::text AS id, json_object_agg(c.relname, shard_name(t.logicalrelid, t.shardid)) AS tables
     FROM pg_dist_shard w
     JOIN pg_dist_shard t ON t.shardminvalue = w.shardminvalue OR t.shardminvalue IS NULL
     JOIN pg_dist_partition p ON p.logicalrelid = t.logicalrelid AND (p.partmethod = 'h' OR p.repmodel = 't')
     JOIN pg_class c ON c.oid = t.logicalrelid AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
     WHERE w.logicalrelid = 'work'::regclass GROUP BY w.shardid ORDER BY w.shardid`,
  );
  return rows.map(({ id, tables }) => ({ id, tables: new Map(Object.entries(tables)) }));
}

/** Returns the types that PostgreSQL derives for the parameters and the result of a statement. */
async function typesOf(client: pg.ClientBase, text: string): Promise<Pick<NodeStatement, 'parameters' | 'columns'>> {
  await client.query('DEALLOCATE ALL');
  const fields = await columnsOf(client, text);
  const { rows } = await client.query<{ parameters: string[] }>(
    `SELECT parameter_types::text[] AS parameters FROM pg_prepared_statements WHERE name = '${DESCRIBED}'`,
  );
  const types = await client.query<{ type: string }>(
    'SELECT format_type(oid, NULL) AS type FROM unnest($1::oid[]) WITH ORDINALITY AS t (oid, at) ORDER BY at',
    [fields.map(({ dataTypeID }) => dataTypeID)],
  );
  const columns = fields.map(({ name }, at) => ({ name, type: types.rows[at]?.type ?? '' }));
  return { parameters: rows[0]?.parameters ?? [], columns };
}

const DESCRIBED = 'belfry-described';

/** Prepares a statement without running it. @returns the columns of its result. */
function columnsOf(client: pg.ClientBase, text: string): Promise<pg.FieldDef[]> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.FieldDef[]>();
  let fields: pg.FieldDef[] = [];
  client.query({
    submit(connection: pg.Connection) {
      connection.parse({ name: DESCRIBED, text, types: [] }, true);
      connection.describe({ type: 'S', name: DESCRIBED }, true);
      connection.sync();
    },
    handleRowDescription: (message: { fields: pg.FieldDef[] }) => {
      fields = message.fields;
    },
    handleError: reject,
    handleReadyForQuery: () => resolve(fields),
  } as never);
  return promise;
}
