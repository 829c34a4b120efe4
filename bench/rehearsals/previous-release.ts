/**
 * Runs the API tests of an earlier release against the schema of this checkout. During a rolling upgrade, the processes
 * of that release still run when the migrations are finished, so every migration must leave them working.
 *
 *   node bench/rehearsals/previous-release.ts          the newest release before this commit
 *   node bench/rehearsals/previous-release.ts REF      a tag or a commit
 */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, runMain } from '#scripts/cli-error.ts';
import { root } from '#scripts/sources.ts';

const folder = join(root, '.scratch', 'previous-release');
const MIGRATIONS = join('prisma', 'migrations');

await runMain(async () => {
  const release = process.argv[2] ?? newestRelease();
  if (!release) return console.log('There is no earlier release.');
  console.log(`API tests of ${release} with the migrations of this checkout`);
  removeCheckout();
  run('git', ['worktree', 'add', '--detach', folder, release], root);
  try {
    rmSync(join(folder, MIGRATIONS), { recursive: true });
    cpSync(join(root, MIGRATIONS), join(folder, MIGRATIONS), { recursive: true });
    run('npm', ['test', '--', 'api'], folder);
  } finally {
    removeCheckout();
  }
});

/** Returns the newest tag of a release before this commit. Undefined without a tag. */
function newestRelease(): string | undefined {
  const options = ['describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^'];
  const { status, stdout } = spawnSync('git', options, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function removeCheckout(): void {
  rmSync(folder, { recursive: true, force: true });
  run('git', ['worktree', 'prune'], root);
}

function run(command: string, args: string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new CliError(`${command} ${args.join(' ')} failed in ${cwd}`);
}
