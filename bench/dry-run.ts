/**
 * Compares dry runs with the real runs that follow them, on random cases in a separate database.
 *
 *   node bench/dry-run.ts [cases = 1000] [seed]
 */
import { compareRandomCases } from '#testing/dry-run.ts';
import { runRandomCases } from './random-cases.ts';

await runRandomCases({
  cases: 1_000,
  vendor: { status: 200, body: {} },
  compare: compareRandomCases,
  describe: ({ cases, differences, setAside }, time) =>
    `${cases} cases in ${time}, ${differences.length} of them differ; ${setAside} not compared, because other runs interfered`,
});
