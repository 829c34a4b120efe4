/**
 * Checks that a router of a sharded PostgreSQL (Citus, or a pooler that routes by environment) can send each statement
 * to one node: every tenant table is bound to one environment by a parameter, and expressions in `SET` and `ON
 * CONFLICT` do not need other data.
 */
// cspell:words ctes ctename ctequery larg rarg quals aliasname boolop lexpr rexpr funcname sval relname Subselect AEXPR
import { loadModule, parseSync } from 'libpg-query';
import pg from 'pg';
import { SERVICE_ROLE } from './postgres-role.ts';

await loadModule();

/** A node of the parser's tree: an object with one key for its type, or with its fields. */
type Node = Record<string, unknown>;

/** Tables that belong to no tenant. Every node of a sharded database has them, or one node alone. */
type IsTenantTable = (table: string) => boolean;

const UNBOUND = 'is not bound to one environment';

/** Returns the reasons why a router cannot send the statement to one node. Empty if it can. */
export function routingProblems(sql: string, isTenantTable: IsTenantTable): string[] {
  const problems = new Set<string>();
  for (const { stmt } of parseSync(sql).stmts ?? []) checkQuery(stmt as Node, new Set(), isTenantTable, problems);
  return [...problems];
}

interface Table {
  name: string;
  alias: string;
}

/**
 * Checks one level of a statement, and then the queries inside it. `ctes` are the names of queries in `WITH`, which are
 * not tables.
 */
function checkQuery(query: Node, ctes: ReadonlySet<string>, isTenantTable: IsTenantTable, problems: Set<string>): void {
  const [[kind = '', fields] = []] = Object.entries(query) as [string, Node][];
  if (!fields || !/^(Select|Insert|Update|Delete)Stmt$/.test(kind)) return;
  const names = new Set(ctes);
  const inner = (stmt: Node) => checkQuery(stmt, names, isTenantTable, problems);
  const { withClause, ...rest } = fields as { withClause?: { recursive?: boolean; ctes: Node[] } } & Node;
  for (const { CommonTableExpr } of withClause?.ctes ?? []) {
    const { ctename, ctequery } = CommonTableExpr as { ctename: string; ctequery: Node };
    if (withClause?.recursive) names.add(ctename);
    inner(ctequery);
    names.add(ctename);
  }
  if (rest.larg) {
    for (const part of [rest.larg, rest.rarg]) inner({ SelectStmt: part });
    return;
  }
  const level = { tables: [] as Table[], bound: [] as Node[] };
  if (kind !== 'InsertStmt' && kind !== 'SelectStmt') level.tables.push(tableOf(rest.relation as Node));
  collect(rest, level, inner);
  for (const { name, alias } of level.tables.filter(({ name }) => !names.has(name) && isTenantTable(name)))
    if (!level.bound.some((equation) => bindsEnvironment(equation, alias, level.tables.length === 1)))
      problems.add(`${name} ${UNBOUND}`);
  const target = rest.relation as Node | undefined;
  if (target && isTenantTable(tableOf(target).name)) checkWrites(kind, rest, problems);
}

/**
 * Collects the tables of one level, and the conditions that every row of this level must meet. Calls `inner` for each
 * query inside.
 */
function collect(fields: Node, level: { tables: Table[]; bound: Node[] }, inner: (query: Node) => void): void {
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Record<string, Node>;
    if (node.RangeVar) level.tables.push(tableOf(node.RangeVar));
    else if (node.RangeSubselect) inner(node.RangeSubselect.subquery as Node);
    else if (node.SelectStmt) inner(node);
    else {
      if (node.JoinExpr) level.bound.push(...conjuncts(node.JoinExpr.quals as Node));
      Object.values(node).forEach(visit);
    }
  };
  level.bound.push(...conjuncts(fields.whereClause as Node | undefined));
  for (const [name, value] of Object.entries(fields)) if (name !== 'relation') visit(value);
}

/**
 * Checks the expressions of a write, which a router evaluates before it reads the row. Parameters in `ON CONFLICT` are
 * checked in the source (`raw-statements.ts`), because PostgreSQL's statistics show constants as parameters too.
 */
function checkWrites(kind: string, fields: Node, problems: Set<string>): void {
  const { onConflictClause, returningClause, targetList } = fields as Record<string, Node | undefined>;
  const computed = kind === 'UpdateStmt' ? targetList : onConflictClause;
  if (computed && contains(computed, isVolatile))
    problems.add('SET or ON CONFLICT calls a function that is not immutable');
  if (computed && contains(computed, isShiftedColumn))
    problems.add('SET or ON CONFLICT adds an interval to a timestamptz');
  if (kind === 'UpdateStmt' && contains(targetList, isUnstableChoice))
    problems.add('SET calls a function that is not immutable inside CASE or COALESCE');
  if (kind !== 'InsertStmt') return;
  if (contains([onConflictClause, returningClause], ({ SubLink }) => SubLink !== undefined))
    problems.add('ON CONFLICT or RETURNING contains a subquery');
}

function tableOf({ relname, alias }: Node): Table {
  return { name: String(relname), alias: String((alias as Node | undefined)?.aliasname ?? relname) };
}

/** Returns the conditions that a condition joins by AND. */
function conjuncts(condition: Node | undefined): Node[] {
  const { boolop, args } = (condition?.BoolExpr ?? {}) as { boolop?: string; args?: Node[] };
  if (boolop === 'AND_EXPR') return (args ?? []).flatMap(conjuncts);
  return condition ? [condition] : [];
}

/** Whether a condition is `alias.environment_id = $n`. */
function bindsEnvironment({ A_Expr }: Node, alias: string, isOnlyTable: boolean): boolean {
  const { kind, name, lexpr, rexpr } = (A_Expr ?? {}) as { kind?: string; name?: Node[]; lexpr?: Node; rexpr?: Node };
  if (kind !== 'AEXPR_OP' || (name?.[0]?.String as Node | undefined)?.sval !== '=') return false;
  const sides = [withoutCast(lexpr), withoutCast(rexpr)];
  const column = sides.map(columnPath).find((path) => path?.at(-1) === 'environment_id');
  const isOfTable = column && (column.length === 1 ? isOnlyTable : column.at(-2) === alias);
  return Boolean(isOfTable) && sides.some((side) => side?.ParamRef !== undefined || side?.A_Const !== undefined);
}

function withoutCast(node: Node | undefined): Node | undefined {
  const cast = node?.TypeCast as { arg: Node } | undefined;
  return cast ? withoutCast(cast.arg) : node;
}

function columnPath(node: Node | undefined): string[] | undefined {
  const { fields } = (node?.ColumnRef ?? {}) as { fields?: { String?: { sval: string } }[] };
  return fields?.map(({ String: name }) => name?.sval ?? '*');
}

function isVolatile({ SQLValueFunction, FuncCall }: Node): boolean {
  return SQLValueFunction !== undefined || callsOne(FuncCall, ['now', 'clock_timestamp', 'transaction_timestamp']);
}

/** Whether `CASE` or `coalesce` contains a function that depends on settings, such as the cast of a column to an array. */
function isUnstableChoice({ CaseExpr, CoalesceExpr }: Node): boolean {
  return contains([CaseExpr, CoalesceExpr], ({ FuncCall, TypeCast }) => {
    const { typeName, arg } = (TypeCast ?? {}) as { typeName?: { arrayBounds?: unknown[] }; arg?: Node };
    const isArrayOfColumn = typeName?.arrayBounds !== undefined && arg?.ColumnRef !== undefined;
    return isArrayOfColumn || callsOne(FuncCall, ['to_json', 'to_jsonb']);
  });
}

function callsOne(call: unknown, names: readonly string[]): boolean {
  const { funcname } = (call ?? {}) as { funcname?: { String?: { sval: string } }[] };
  return names.includes(funcname?.at(-1)?.String?.sval ?? '');
}

/** Whether an interval is added directly to a column. `AT TIME ZONE 'UTC'` would make the sum immutable. */
function isShiftedColumn({ A_Expr }: Node): boolean {
  const { name, lexpr, rexpr } = (A_Expr ?? {}) as { name?: Node[]; lexpr?: Node; rexpr?: Node };
  if (!['+', '-'].includes(String((name?.[0]?.String as Node | undefined)?.sval))) return false;
  const sides = [lexpr, rexpr];
  return sides.some(isInterval) && sides.some((side) => side?.ColumnRef !== undefined);
}

function isInterval(node: Node | undefined): boolean {
  const { typeName } = (node?.TypeCast ?? {}) as { typeName?: { names?: { String?: { sval: string } }[] } };
  return typeName?.names?.at(-1)?.String?.sval === 'interval';
}

function contains(value: unknown, matches: (node: Node) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!Array.isArray(value) && matches(value as Node)) return true;
  return Object.values(value).some((part) => contains(part, matches));
}

function isOfPrisma(query: string): boolean {
  return query.includes('"public"."');
}

/**
 * Matches a condition in a statement of Prisma for one or several environments. Prisma joins other tables by their
 * whole keys.
 */
const BOUND = /"environment_id" (?:= \$|IN \()/;

/** Texts that identify statements which need every node, or which no router accepts. */
const EXCEPTIONS: readonly string[] = [
  // Statements of lib/engine/queue/everywhere.ts
  'WITH RECURSIVE found (environment_id)',
  'AS known (environment_id',
  'AS "environmentId" FROM work WHERE deaths',
  // Batches of delayed writes of all environments: each row is found by its whole key.
  'UPDATE workflows w SET last_triggered_at = t.at',
  // Hourly maintenance: default partitions, the oldest run whose payload is needed, outages of deleted integrations.
  '_default',
  'SELECT min(notification_id) FROM digest_events',
  'UPDATE outages o SET closed_at = $1 WHERE o.closed_at IS NULL AND NOT EXISTS',
  // Statements of the page System and `npm run doctor`.
  'AS e CROSS JOIN LATERAL',
  'SELECT split_part(sealed',
  // Alerts and metrics of all environments.
  '"alert_rules" WHERE "public"."alert_rules"."active" = $1 ORDER BY',
  '"alerts" WHERE ("public"."alerts"."pending" IS NOT NULL',
  'SELECT COUNT(*) AS "_count$_all" FROM (SELECT "public"."circuit_breakers"',
  'SELECT COUNT(*) AS "_count$_all" FROM (SELECT "public"."host_breakers"',
];

/** Resets PostgreSQL's statistics, to exclude earlier statements such as those of migrations. */
export async function forgetStatements(adminUrl: string): Promise<void> {
  await asAdministrator(adminUrl, async (client) => {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    await client.query('SELECT pg_stat_statements_reset()');
  });
}

/**
 * Returns the statements since `forgetStatements` that a router cannot send to one node, each with its problems. A
 * statement of Prisma must be bound to an environment too, because its rows belong to one tenant. Its other problems
 * are ignored, because the router can plan such a statement.
 */
export async function unroutableStatements(adminUrl: string): Promise<string[]> {
  return asAdministrator(adminUrl, async (client) => {
    const tenants = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'environment_id' AND table_schema = 'public'`,
    );
    const tables = new Set(tenants.rows.map(({ name }) => name));
    const { rows } = await client.query<{ query: string }>(
      `SELECT DISTINCT query FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
       WHERE r.rolname = $1 AND s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query ~ '^\\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\\M'`,
      [SERVICE_ROLE],
    );
    return rows.flatMap(({ query }) => {
      if (EXCEPTIONS.some((part) => query.includes(part))) return [];
      const found = routingProblems(query, (table) => tables.has(table) && !GLOBAL.has(table));
      const problems = isOfPrisma(query)
        ? found.filter((problem) => problem.endsWith(UNBOUND) && !BOUND.test(query))
        : found;
      return problems.length > 0 ? [`${problems.join('; ')}:\n${query}`] : [];
    });
  });
}

/** Tables that have a column for an environment, but are not distributed by it. */
const GLOBAL: ReadonlySet<string> = new Set(['api_keys', 'audit_log']);

async function asAdministrator<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
