import { watch } from 'node:fs';
import { join } from 'node:path';
import { localOrigin } from '#lib/env.ts';
import type { Workspace } from '#lib/workspaces/bootstrap.ts';
import { build } from './build.ts';
import { buildInboxElement } from './build-inbox-element.ts';
import { CliError } from './cli-error.ts';
import { generate } from './generate.ts';
import {
  adopt,
  checkPort,
  type DataFolder,
  type Kept,
  openDataFolder,
  readEnvironment,
  startDatabase,
} from './instance.ts';
import { ProcessGroup } from './process-group.ts';
import { showProgress } from './progress.ts';
import { untilReady } from './service.ts';
import { stopOnSignals } from './signals.ts';
import { root } from './sources.ts';
import { programs, type Service, supervise } from './supervise.ts';

export interface ServeOptions {
  /** Serves pages and routes from their sources with hot reload, and restarts the worker when `lib` changes. */
  development: boolean;
}

/** Starts Belfry, from the data folder to the dashboard, and runs until a signal stops it. */
export async function serve(options: ServeOptions): Promise<void> {
  const processes = new ProcessGroup();
  const stopped = stopOnSignals(() => processes.stop());
  try {
    await Promise.race([start(processes, options), stopped]);
  } catch (error) {
    if (!processes.isStopping) {
      await processes.stop();
      throw error;
    }
    await stopped; // a start in progress fails when its process is stopped
  }
  process.exit();
}

async function start(processes: ProcessGroup, { development }: ServeOptions): Promise<void> {
  const mode = development ? 'development' : 'production';
  const folder = await openDataFolder({ ...readEnvironment(), NODE_ENV: mode });
  processes.folder = folder;
  const { HOST, PORT, DATABASE_URL } = folder.parsed;
  await checkPort(HOST, PORT);
  await showProgress('Generate code', generate);
  if (!DATABASE_URL) {
    await showProgress('Start PostgreSQL', async () => {
      processes.postgres = await startDatabase(folder);
    });
  }
  adopt(folder);
  // Imported only now, because this module needs the generated client and the complete environment.
  const { setUp } = await import('./setup.ts');
  const [{ workspace }] = development
    ? await showProgress('Migrate and fill the database', () => Promise.all([setUp(), buildInboxElement()]))
    : await showProgress('Fill the database, build the pages', () => Promise.all([setUp(), build()]));
  await showProgress('Start web and worker', async () => {
    const worker = () => supervise('worker', programs.worker, { env: folder.env });
    processes.services = [
      supervise('web', programs.web, { env: folder.env }),
      development ? restartOnChange(worker) : worker(),
    ];
    await untilReady(localOrigin(folder.parsed), processes.firstEnd());
  });
  console.log(welcome(folder, workspace));
  throw new CliError(await processes.firstEnd());
}

function restartOnChange(launch: () => Service): Service {
  let current = launch();
  let pending: NodeJS.Timeout | undefined;
  const watcher = watch(join(root, 'lib'), { recursive: true }, () => {
    clearTimeout(pending);
    pending = setTimeout(async () => {
      await current.stop();
      current = launch();
    }, 300);
  });
  return {
    failed: new Promise(() => undefined),
    stop() {
      watcher.close();
      clearTimeout(pending);
      return current.stop();
    },
  };
}

function welcome(folder: DataFolder, workspace: Workspace): string {
  const origin = localOrigin(folder.parsed);
  const { adminPassword, apiKey } = folder.generated;
  const password = adminPassword && workspace.passwordIsInitial ? shown(adminPassword) : 'the password you chose';
  const key = apiKey && workspace.apiKeyIsActive ? apiKey : undefined;
  const inCommand = key?.isNew === false ? `$(cat '${key.file}')` : (key?.secret ?? '<your key>');
  const lines = [
    '',
    `Belfry is ready: ${folder.parsed.PUBLIC_URL ?? origin}`,
    '',
    `  Email     ${folder.parsed.ADMIN_EMAIL}`,
    `  Password  ${password}`,
    ...(key ? [`  API key   ${shown(key)}`] : []),
    '',
    `  curl -H "Authorization: ApiKey ${inCommand}" '${origin}/api/v2/subscribers?limit=3'`,
    '',
    'Sign in. Activity in Development has these steps as a checklist:',
    '  1. Add an integration: a sandbox with one click, or your mail server, which you can test.',
    '  2. Create a workflow from a template.',
    '  3. Add yourself as a subscriber.',
    '  4. Trigger the workflow there, or from curl, Node.js, Python or Go.',
    `  5. See the result. Guides: ${folder.parsed.PUBLIC_URL ?? origin}/docs`,
    ...(folder.parsed.DEMO_DATA ? [`Data to look at first: ${folder.parsed.PUBLIC_URL ?? origin}/demo/activity`] : []),
    '',
    'Ctrl-C stops Belfry.',
  ];
  return lines.join('\n');
}

/**
 * Returns a secret only if it was just created, because outputs are kept in logs. Otherwise names the file of the
 * secret, which only its owner can read.
 */
function shown({ secret, file, isNew }: Kept): string {
  return isNew ? secret : `as in ${file}`;
}
