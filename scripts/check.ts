import { join } from 'node:path';
import { printBudgets } from './budgets.ts';
import { lint, typeCheck, unitTests } from './checks.ts';
import { runMain } from './cli-error.ts';
import { generate } from './generate.ts';
import { checkRules } from './rules.ts';
import { root } from './sources.ts';

const NO_DATABASE = ['--project=unit', '--project=alone'];

/** Runs `npm run check`: the checks that need no services, in a few minutes. */
await runMain(async () => {
  await generate();
  printBudgets();
  const scratch = join(root, '.scratch', 'check');
  const tallies = [await typeCheck(), await lint(), checkRules(), await unitTests(scratch, NO_DATABASE)];
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  console.log(failed === 0 ? '\nAll checks passed.' : `\n${failed} failed.`);
  process.exitCode = failed === 0 ? 0 : 1;
});
