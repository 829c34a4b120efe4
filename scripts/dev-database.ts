import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, runMain } from './cli-error.ts';
import { takeLock } from './lock.ts';
import { startPostgres } from './postgres.ts';
import { stopOnSignals } from './signals.ts';

/**
 * Runs `npm run db:start [-- folder]`: the embedded PostgreSQL alone, in the foreground until Ctrl-C. Prints its
 * DATABASE_URL.
 */
await runMain(async () => {
  const dataDir = process.argv[2] ?? process.env.DATA_DIR ?? '.data';
  mkdirSync(dataDir, { recursive: true });
  const release = await takeLock(join(dataDir, 'lock'));
  if (!release) throw new CliError(`The data folder ${dataDir} is in use by another Belfry process.`);
  const postgres = await startPostgres(dataDir);
  console.log(`DATABASE_URL=${postgres.url}`);
  void stopOnSignals(() => postgres.stop());
  const code = await postgres.exited;
  release();
  process.exit(code);
});
