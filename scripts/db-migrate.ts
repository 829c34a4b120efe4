import { CliError, runMain } from './cli-error.ts';
import { generateClient } from './generate.ts';
import { adopt, needsDataFolder, openDataFolder, readEnvironment, startDatabase, type Variables } from './instance.ts';
import { migrate } from './migrate.ts';

/**
 * Sets up the database. `--schema-only` only applies the migrations to DATABASE_DIRECT_URL, otherwise to DATABASE_URL.
 * If DATABASE_URL is set and there is no data folder, such as in a container, no file is written: the first run
 * generates the first password and API key and prints them.
 */
async function main(): Promise<void> {
  if (process.argv.includes('--schema-only')) {
    const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
    if (!url) throw new CliError('Set DATABASE_URL to the database to migrate.');
    return report(await migrate(url));
  }
  await generateClient();
  const source = readEnvironment();
  if (needsDataFolder(source)) return setUpWithFolder(source);
  const { setUp } = await import('./setup.ts');
  const { migrations, workspace } = await setUp();
  report(migrations);
  const { adminEmail, adminPassword, apiKey } = workspace;
  if (adminPassword) console.log(`The password of ${adminEmail}, shown only now: ${adminPassword}`);
  if (apiKey) console.log(`The API key of the first environment, shown only now: ${apiKey}`);
}

async function setUpWithFolder(source: Variables): Promise<void> {
  const folder = await openDataFolder(source);
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
