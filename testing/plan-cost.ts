import { vi } from 'vitest';
import { hotPool, hotTransaction, pool, transaction } from '#lib/postgres/db.ts';
import { literal } from './literal.ts';
import { planNodes } from './plan-nodes.ts';

interface Statement {
  text: string;
  values: unknown[];
}

/** Outside of the hot pool, the planner may scan whole tables that have fewer rows than this. */
const SMALL_TABLE = 1_000;

/**
 * Returns the number of rows that the statements of `work` read, and the kinds of nodes in their plans, except ordinary
 * scans of small tables.
 */
export async function planCost(work: () => Promise<unknown>): Promise<{ rows: number; nodes: Set<string> }> {
  const spies = [vi.spyOn(pool(), 'query'), vi.spyOn(hotPool(), 'query')];
  await work();
  const [ordinary, hot] = spies.map((spy) => spy.mock.calls.map(([statement]) => statement as unknown as Statement));
  for (const spy of spies) spy.mockRestore();
  const result = { rows: 0, nodes: new Set<string>() };
  for (const statement of ordinary ?? []) await add(result, statement, transaction, SMALL_TABLE);
  for (const statement of hot ?? []) await add(result, statement, hotTransaction, 0);
  return result;
}

/** Adds the cost of a statement, planned with the settings of the pool that `inTransaction` uses. */
async function add(
  result: { rows: number; nodes: Set<string> },
  { text, values }: Statement,
  inTransaction: typeof transaction,
  smallTable: number,
): Promise<void> {
  if (!/^\s*(SELECT|WITH RECURSIVE)/.test(text)) return;
  const plans = await inTransaction(async () => {
    await pool().query(`PREPARE listed AS ${text}`);
    const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
    const explained = await pool().query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE listed${given}`);
    await pool().query('DEALLOCATE listed');
    return explained;
  });
  for (const node of planNodes(plans.rows[0]['QUERY PLAN'][0].Plan)) {
    const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    if (node['Node Type'] !== 'Seq Scan' || rows >= smallTable) result.nodes.add(node['Node Type']);
    if (!node.Plans) result.rows += rows;
  }
}
