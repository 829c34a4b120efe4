/** A production build with data, and a signed-in Chromium, for the programs of this folder. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { openBenchDatabase } from '#bench/database.ts';
import { type Server, startWeb } from '#bench/servers.ts';
import { sessionCookieName } from '#lib/auth/better-auth.ts';
import { signSessionToken } from '#lib/auth/session-token.ts';
import { newId } from '#lib/id.ts';
import { build } from '#scripts/build.ts';
import { findChromium } from '#scripts/chromium.ts';
import { CliError } from '#scripts/cli-error.ts';
import { adopt, openDataFolder, startDatabase } from '#scripts/instance.ts';
import { freePort } from '#scripts/postgres.ts';
import { showProgress } from '#scripts/progress.ts';
import { root } from '#scripts/sources.ts';
import { programs, type Service, supervise } from '#scripts/supervise.ts';

/** `demo`: the demo company; the others are sizes of bench/dataset.ts. */
export type StageData = 'demo' | 'default' | 'full';

export interface Stage {
  origin: string;
  web: Server;
  database: pg.Pool;
  environment: { id: string; slug: string; organizationId: string };
  /** A context with an empty cache, signed in as an admin who has visited before. */
  openContext(viewport?: { width: number; height: number }): Promise<BrowserContext>;
  stop(): Promise<void>;
}

type Environment = Stage['environment'];

interface Data {
  variables: Record<string, string | undefined>;
  stop(): Promise<void>;
}

interface Options {
  /** Whether a worker runs next to the web process. */
  worker?: boolean;
  /** Returns the environment for which the browser is signed in. Default: the environment with the most runs. */
  environmentOf?: (database: pg.Pool) => Promise<Environment>;
}

export async function openStage(
  data: StageData,
  { worker = false, environmentOf = largestEnvironment }: Options = {},
): Promise<Stage> {
  await showProgress('Build the dashboard', build);
  process.env.PORT = String(await freePort()); // set before anything reads it, because the cookie's name depends on it
  const { variables, stop: stopData } = data === 'demo' ? await openDemo() : await openBenchDatabase(data);
  Object.assign(process.env, variables);
  const chromiumFound = await findChromium(join(root, '.scratch', 'chromium'));
  if (!chromiumFound) throw new CliError('Chromium is needed: install Chrome, or run npx playwright install chromium.');
  const database = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
  const web = await showProgress('Start the web process', () => startWeb({ ...process.env } as Record<string, string>));
  const delivering = worker ? await startWorker(database) : undefined;
  const environment = await environmentOf(database);
  const cookies = await cookiesOf(database, environment.organizationId, web.origin);
  const browser = await chromium.launch({ executablePath: chromiumFound.CHROMIUM_PATH, args: ['--no-sandbox'] });
  return {
    origin: web.origin,
    web,
    database,
    environment,
    async openContext(viewport = { width: 1440, height: 900 }) {
      const context = await browser.newContext({ baseURL: web.origin, viewport });
      await context.addCookies(cookies);
      return context;
    },
    async stop() {
      await browser.close();
      await delivering?.stop();
      await web.stop();
      await database.end();
      await stopData();
    },
  };
}

async function openDemo(): Promise<Data> {
  const path = join(root, '.scratch', 'bench-demo');
  mkdirSync(path, { recursive: true });
  const folder = await openDataFolder({
    PORT: process.env.PORT,
    NODE_ENV: 'production',
    DATA_DIR: path,
    LOG_LEVEL: 'warn',
    DEMO_DATA: 'true',
  });
  const postgres = await showProgress('Start PostgreSQL', () => startDatabase(folder));
  adopt(folder);
  const { setUp } = await import('#scripts/setup.ts');
  await showProgress('Migrate and fill the database', setUp);
  return {
    variables: folder.env,
    async stop() {
      await postgres?.stop();
      folder.release();
    },
  };
}

/** Starts a worker. Resolves once pages show it, because the banner for a missing worker moves the content below it. */
async function startWorker(database: pg.Pool): Promise<Service> {
  const worker = supervise('worker', programs.worker, { env: process.env });
  await showProgress('Start the worker', async () => {
    const isSeen = `SELECT 1 FROM workers WHERE seen_at > now() - interval '10 seconds'`;
    while ((await database.query(isSeen)).rowCount === 0) await sleep(200);
  });
  return worker;
}

async function largestEnvironment(database: pg.Pool): Promise<Environment> {
  const { rows } = await database.query(`
    SELECT id, slug, organization_id AS "organizationId" FROM environments e
    ORDER BY (SELECT count(*) FROM (SELECT 1 FROM notifications n WHERE n.environment_id = e.id LIMIT 100000) counted) DESC, id LIMIT 1`);
  return rows[0];
}

/** Returns the cookies of a session and of the time zone, which a browser sends after an earlier visit. */
async function cookiesOf(database: pg.Pool, organizationId: string, origin: string) {
  const userId = newId();
  const token = randomBytes(24).toString('hex');
  await database.query(
    `INSERT INTO users (id, name, first_name, last_name, email, email_verified) VALUES ($1, 'Bench', 'Bench', 'Bench', $2, true)`,
    [userId, `${userId}@example.com`],
  );
  await database.query(`INSERT INTO members (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'admin')`, [
    newId(),
    organizationId,
    userId,
  ]);
  await database.query(
    `INSERT INTO sessions (id, user_id, token, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')`,
    [newId(), userId, token],
  );
  const session = { name: sessionCookieName(), value: encodeURIComponent(signSessionToken(token)), httpOnly: true };
  const zone = { name: 'zone', value: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return [session, zone].map((cookie) => ({ ...cookie, url: origin, sameSite: 'Lax' as const }));
}

/** Returns the rows of the table with that name, without placeholders. */
export function rowsOf(page: Page, label: string) {
  return page.getByRole('table', { name: label, exact: true }).locator('tbody tr[data-row]');
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
