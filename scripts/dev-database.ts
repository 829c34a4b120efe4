import { mkdirSync } from 'node:fs';
import { runMain } from './failure.ts';
import { startPostgres } from './postgres.ts';

/** `npm run db:start [folder]`: the embedded PostgreSQL in the foreground, until Ctrl-C; prints its DATABASE_URL. */
await runMain(async () => {
  const dataDir = process.argv[2] ?? process.env.DATA_DIR ?? '.data';
  mkdirSync(dataDir, { recursive: true });
  const postgres = await startPostgres(dataDir);
  console.log(`DATABASE_URL=${postgres.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void postgres.stop());
  process.exitCode = await postgres.exited;
});
