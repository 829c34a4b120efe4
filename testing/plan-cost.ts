import { vi } from 'vitest';
import { pool, transaction } from '#lib/postgres/db.ts';
import { literal } from './literal.ts';
import { planNodes } from './plan-nodes.ts';

/** Returns the number of rows that the statements of `work` read, and the kinds of nodes in their plans. */
export async function planCost(work: () => Promise<unknown>): Promise<{ rows: number; nodes: Set<string> }> {
  const spy = vi.spyOn(pool(), 'query');
  await work();
  const seen = spy.mock.calls.map(([statement]) => statement as unknown as { text: string; values: unknown[] });
  spy.mockRestore();
  const result = { rows: 0, nodes: new Set<string>() };
  for (const { text, values } of seen.filter((each) => /^\s*(SELECT|WITH RECURSIVE)/.test(each.text))) {
    // Uses the generic plan for all values, as the pool does.
    const plans = await transaction(async () => {
      await pool().query(`PREPARE listed AS ${text}`);
      const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
      const explained = await pool().query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE listed${given}`);
      await pool().query('DEALLOCATE listed');
      return explained;
    });
    for (const node of planNodes(plans.rows[0]['QUERY PLAN'][0].Plan)) {
      result.nodes.add(node['Node Type']);
      if (!node.Plans)
        result.rows += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    }
  }
  return result;
}
