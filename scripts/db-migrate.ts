import { CliError, runMain } from './cli-error.ts';
import { generateClient } from './generate.ts';
import { adopt, openDataFolder, readEnvironment, startDatabase } from './instance.ts';
import { migrate } from './migrate.ts';

/** Sets up the database. `--schema-only` only applies the migrations to DATABASE_DIRECT_URL, or else DATABASE_URL. */
async function main(): Promise<void> {
  if (process.argv.includes('--schema-only')) {
    const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
    if (!url) throw new CliError('Set DATABASE_URL to the database to migrate.');
    return report(await migrate(url));
  }
  await generateClient();
  const folder = await openDataFolder(readEnvironment());
  try {
    const postgres = await startDatabase(folder);
    adopt(folder);
    const { setUp } = await import('./setup.ts');
    const { migrations } = await setUp().finally(() => postgres?.stop());
    report(migrations);
  } finally {
    folder.release();
  }
}

function report(names: string[]): void {
  console.log(names.length > 0 ? names.map((name) => `Applied ${name}`).join('\n') : 'The database is up to date.');
}

await runMain(main);
