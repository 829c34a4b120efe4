import { setTimeout as sleep } from 'node:timers/promises';
import { build } from './build.ts';
import { Failure, runMain } from './failure.ts';
import { generateClient } from './generate.ts';
import { adopt, checkPort, type DataFolder, openDataFolder, readEnvironment, startDatabase } from './instance.ts';
import { Running } from './running.ts';
import type { Workspace } from './setup.ts';
import { stopOnSignals } from './signals.ts';
import { stage } from './stages.ts';
import { programs, supervise } from './supervise.ts';

/** `npm start`: everything from the data folder to a dashboard that answers; runs until told to stop. */
await runMain(async () => {
  const running = new Running();
  const stopped = stopOnSignals(() => running.stop());
  try {
    await Promise.race([start(running), stopped]);
  } catch (error) {
    if (!running.isStopping) {
      await running.stop();
      throw error;
    }
    await stopped; // what was under way fails when the ground is taken from under it
  }
  process.exit();
});

async function start(running: Running): Promise<void> {
  const folder = await openDataFolder({ ...readEnvironment(), NODE_ENV: 'production' });
  running.folder = folder;
  const { HOST, PORT } = folder.parsed;
  await checkPort(HOST, PORT);
  await stage('Generate the database client', generateClient);
  await stage(folder.parsed.DATABASE_URL ? 'Use the database of DATABASE_URL' : 'Start PostgreSQL', async () => {
    running.postgres = await startDatabase(folder);
  });
  adopt(folder);
  // Imported late: it needs the generated client and the completed environment.
  const { setUp } = await import('./setup.ts');
  const { workspace } = await stage('Migrate and fill the database', setUp);
  await stage('Build the dashboard', build);
  await stage('Start web and worker', async () => {
    running.services = [
      supervise('web', [programs.web], folder.env),
      supervise('worker', [programs.worker], folder.env),
    ];
    await untilReady(folder, running);
  });
  console.log(welcome(folder, workspace));
  throw new Failure(await running.firstEnd());
}

async function untilReady(folder: DataFolder, running: Running): Promise<void> {
  const failed = running.firstEnd().then((reason) => Promise.reject(new Failure(reason)));
  const deadline = Date.now() + 60_000;
  const ready = (async () => {
    while (Date.now() < deadline && !running.isStopping) {
      const response = await fetch(`${localOrigin(folder)}/api/health/ready`).catch(() => undefined);
      if (response?.status === 200) return;
      await sleep(50);
    }
    throw new Failure('The web process did not become ready within a minute.');
  })();
  await Promise.race([ready, failed]);
}

function localOrigin({ parsed: { HOST, PORT } }: DataFolder): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

function welcome(folder: DataFolder, workspace: Workspace): string {
  const origin = localOrigin(folder);
  const { adminPassword, apiKey } = folder.generated;
  const password = adminPassword && workspace.passwordIsInitial ? adminPassword : 'the one you chose';
  const key = apiKey && workspace.apiKeyIsActive ? apiKey : undefined;
  const lines = [
    '',
    `Belfry is ready: ${folder.parsed.PUBLIC_URL ?? origin}`,
    '',
    `  E-mail    ${folder.parsed.ADMIN_EMAIL}`,
    `  Password  ${password}`,
    ...(key ? [`  API key   ${key}`] : []),
    '',
    `  curl -H 'Authorization: ApiKey ${key ?? '<your key>'}' '${origin}/api/v2/subscribers?limit=3'`,
    '',
    'Ctrl-C stops it.',
  ];
  return lines.join('\n');
}
