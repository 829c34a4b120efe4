import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { DISPOSABLE } from '#testing/scratch-database.ts';
import { testSeed } from '#testing/seed.ts';
import { build } from './build.ts';
import { lint, resultsFolder, serviceTests, type Tally, typeCheck, unitTests } from './checks.ts';
import { findChromium } from './chromium.ts';
import { CliError, runMain } from './cli-error.ts';
import { generate } from './generate.ts';
import { adopt, type DataFolder, openDataFolder, startDatabase } from './instance.ts';
import { freePort, removeCluster } from './postgres.ts';
import { SERVICE_ROLE } from './postgres-role.ts';
import { ProcessGroup } from './process-group.ts';
import { showProgress } from './progress.ts';
import { checkRules } from './rules.ts';
import { startService } from './service.ts';
import { stopOnSignals } from './signals.ts';
import { root } from './sources.ts';
import { forgetStatements, unroutableStatements } from './statement-routing.ts';
import { programs, supervise } from './supervise.ts';

const parts = ['types', 'lint', 'rules', 'unit', 'api', 'plain', 'ui'] as const;
const serviceParts: readonly Part[] = ['api', 'plain', 'ui'];
const pageParts: readonly Part[] = ['plain', 'ui'];
type Part = (typeof parts)[number];

const serviceLog = join(resultsFolder, 'service.log');

/**
 * Runs `npm test`: all tests, on scratch data and free ports. `npm test -- unit api` runs only those parts. Other words
 * are passed to the runners as filters.
 */
await runMain(async () => {
  const args = process.argv.slice(2);
  const chosen = args.filter((arg): arg is Part => parts.includes(arg as Part));
  const filters = args.filter((arg) => !parts.includes(arg as Part));
  const scratch = join(root, '.scratch', `test-${process.pid}`);
  testSeed();
  const processes = new ProcessGroup();
  const cleanUp = async () => {
    await processes.stop();
    removeScratch(scratch);
  };
  const interrupted = stopOnSignals(cleanUp).then(() => process.exit(1));
  try {
    const tally = await Promise.race([
      runParts(chosen.length ? chosen : [...parts], filters, scratch, processes),
      interrupted,
    ]);
    await cleanUp();
    console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
    process.exit(tally.failed > 0 ? 1 : 0);
  } catch (error) {
    if (processes.isStopping) await interrupted;
    await cleanUp();
    throw error;
  }
});

async function runParts(chosen: Part[], filters: string[], scratch: string, processes: ProcessGroup): Promise<Tally> {
  const total: Tally = { passed: 0, failed: 0 };
  const run = async (part: Part, work: () => Tally | Promise<Tally>) => {
    if (!chosen.includes(part)) return;
    const started = Date.now();
    console.log(`\n${part}`);
    const { passed, failed } = await work();
    total.passed += passed;
    total.failed += failed;
    console.log(`${part}: ${passed} passed, ${failed} failed in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  };
  mkdirSync(scratch, { recursive: true });
  await showProgress('Generate code', generate);
  await run('types', typeCheck);
  await run('lint', lint);
  await run('rules', checkRules);
  await run('unit', () => unitTests(scratch, filters));
  if (!chosen.some((part) => serviceParts.includes(part))) return total;
  const withPages = chosen.some((part) => pageParts.includes(part));
  const env = await startInstance(scratch, processes, withPages);
  await run('api', async () => {
    const tally = await serviceTests('api', filters, env);
    return { ...tally, failed: tally.failed + (await reportUnroutable(processes)) };
  });
  await run('plain', async () => {
    const plain = await startService({ plain: true, log: serviceLog });
    processes.services.push({ failed: new Promise(() => undefined), stop: plain.stop });
    return serviceTests('plain', filters, { ...env, ...addressOf(plain.url), BELFRY_PLAIN: 'true' });
  });
  await run('ui', async () => {
    const browser = await findChromium(join(scratch, 'chromium'));
    if (!browser)
      throw new CliError('The browser tests need Chromium: install Chrome, or run npx playwright install chromium.');
    const fs = await import('node:fs');
    fs.writeFileSync('/tmp/keep-f34.json', JSON.stringify({ ...env, ...browser }));
    await new Promise(() => setInterval(() => undefined, 1e6));
    return serviceTests('ui', filters, { ...env, ...browser });
  });
  return total;
}

/** Starts the service under test. Returns variables with its address and credentials. */
async function startInstance(
  scratch: string,
  processes: ProcessGroup,
  withPages: boolean,
): Promise<Record<string, string | undefined>> {
  const folder = await openDataFolder(await testVariables(join(scratch, 'data')));
  processes.folder = folder;
  await showProgress('Start PostgreSQL', async () => {
    processes.postgres = await startDatabase(folder, DISPOSABLE);
  });
  adopt(folder);
  const { setUp } = await import('./setup.ts');
  await showProgress('Migrate and fill the database', setUp);
  const demoKey = await addDemoKey();
  const adminUrl = processes.postgres?.adminUrl ?? '';
  const demoDatabase = await copyDatabase(adminUrl);
  await forgetStatements(adminUrl);
  if (withPages) await showProgress('Build the dashboard', build);
  const url = await showProgress('Start web and worker', () => startServices(folder, processes, !withPages));
  return {
    ...folder.env,
    ...addressOf(url),
    DEMO_API_KEY: demoKey,
    DEMO_DATABASE: demoDatabase,
    // The tests use a different role, so that their statements do not count as statements of the service.
    TEST_DATABASE_URL: adminUrl,
    TEST_SCRATCH_DIR: scratch,
    SERVICE_LOG: serviceLog,
  };
}

/** Prints the statements of the service that no router could send to one node. Returns their number. */
async function reportUnroutable({ postgres }: ProcessGroup): Promise<number> {
  const found = postgres ? await unroutableStatements(postgres.adminUrl) : [];
  for (const statement of found) console.log(`\n${statement}`);
  return found.length;
}

/** Creates an API key in the environment with the demo data, because the demo data contain no usable key. */
async function addDemoKey(): Promise<string> {
  const { newApiKey, keyHint } = await import('#lib/api-keys/key.ts');
  const { sha256Hex } = await import('#lib/crypto.ts');
  const { newId } = await import('#lib/id.ts');
  const key = newApiKey();
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query(
    `INSERT INTO api_keys (id, environment_id, name, hash, hint) SELECT $1, id, 'Tests', $2, $3 FROM environments WHERE is_demo`,
    [newId(), sha256Hex(key), keyHint(key)],
  );
  await client.end();
  return key;
}

/**
 * Copies the filled database before a client connects to it. Tests copy this copy, so the service's role gets the right
 * to create databases. Returns the name of the copy.
 */
async function copyDatabase(adminUrl: string): Promise<string> {
  const name = 'belfry_demo';
  const client = new pg.Client({ connectionString: adminUrl.replace(/\/belfry$/, '/postgres') });
  await client.connect();
  await client.query(`ALTER ROLE ${SERVICE_ROLE} CREATEDB`);
  await client.query(`CREATE DATABASE ${name} OWNER ${SERVICE_ROLE} TEMPLATE belfry STRATEGY file_copy`);
  await client.end();
  return name;
}

/** Returns variables with the address. The address includes the port, because the names of cookies depend on it. */
function addressOf(url: string): Record<string, string> {
  return { BELFRY_URL: url, PORT: new URL(url).port };
}

async function startServices(folder: DataFolder, processes: ProcessGroup, apiOnly: boolean): Promise<string> {
  mkdirSync(resultsFolder, { recursive: true });
  rmSync(serviceLog, { force: true });
  const web = await startService({ apiOnly, log: serviceLog });
  const worker = supervise('worker', programs.worker, { env: folder.env });
  processes.services = [{ failed: new Promise(() => undefined), stop: web.stop }, worker];
  return web.url;
}

/**
 * Returns only the variables that the tests need, including the extra checks of a test run. The caller's configuration
 * is ignored.
 */
async function testVariables(dataDir: string): Promise<Record<string, string>> {
  return {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ADMIN_PASSWORD: randomBytes(12).toString('base64url'),
    BOOTSTRAP_API_KEY: `bf_${randomBytes(32).toString('hex')}`,
    DEMO_DATA: 'true',
    LOG_LEVEL: 'warn',
    // Test providers listen on this machine.
    OUTBOUND_ALLOW: '127.0.0.1',
    // This host serves only the pages for recipients.
    PAGE_URLS: 'https://links.belfry.test',
    // Allows tests to choose their client address.
    TRUST_PROXY: '1',
  };
}

function removeScratch(scratch: string): void {
  const dataDir = join(scratch, 'data');
  mkdirSync(dataDir, { recursive: true });
  removeCluster(dataDir);
  rmSync(scratch, { recursive: true, force: true });
}
