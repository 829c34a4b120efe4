import { CliError, runMain } from './cli-error.ts';
import { adopt, openDataFolder, readEnvironment, startDatabase } from './instance.ts';
import { removeCluster } from './postgres.ts';

/**
 * Runs `npm run db:reset`: empties the embedded database and sets it up again. An external database is never emptied.
 */
await runMain(async () => {
  const folder = await openDataFolder(readEnvironment());
  try {
    if (folder.parsed.DATABASE_URL) {
      throw new CliError(
        'db:reset empties only the embedded database: unset DATABASE_URL, or empty the database at DATABASE_URL yourself.',
      );
    }
    removeCluster(folder.path);
    const postgres = await startDatabase(folder);
    adopt(folder);
    const { setUp } = await import('./setup.ts');
    await setUp().finally(() => postgres?.stop());
    console.log('The database is empty except for the first workspace and, if requested, the demo data.');
  } finally {
    folder.release();
  }
});
