import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '#scripts/cli-error.ts';
import { root } from '#scripts/sources.ts';
import type { Stage } from './stage.ts';

/** The finding of `npm run doctor` about replication. */
const ASYNCHRONOUS = 'No standby is synchronous';

/**
 * Runs `npm run doctor` through PgBouncer, with a synchronous standby and without one.
 *
 * @throws CliError if the doctor reports the replication wrongly.
 */
export async function proveDoctor({ databases, variables }: Stage): Promise<void> {
  const seen = [doctor(variables)];
  await databases.setSynchronous(false);
  await sleep(2_000);
  seen.push(doctor(variables));
  await databases.setSynchronous(true);
  const found = seen.map((text) => text.includes(ASYNCHRONOUS));
  console.log(seen.flatMap((text) => text.match(/^(✗|!|✓|Replication).*/gm) ?? []).join('\n'));
  if (found[0] || !found[1])
    throw new CliError(
      `Whether the doctor reported asynchronous replication, before and after the switch to it: ${found.join(', ')}. Expected: false, true.`,
    );
}

function doctor(variables: Record<string, string>): string {
  const env = { ...process.env, ...variables };
  const script = join(root, 'scripts', 'doctor.ts');
  const { stdout, stderr } = spawnSync(process.execPath, [script], { cwd: root, env, encoding: 'utf8' });
  return stdout + stderr;
}
