import { globSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Installation } from '#bench/delivery/installation.ts';
import { exactly, type Finding, noted } from '#bench/faults/scenario.ts';
import { resultsFolder, serviceTests } from '#scripts/checks.ts';
import { root } from '#scripts/sources.ts';

/** Tests that need another database, which a Citus cluster does not copy, or that stop the database’s own processes. */
const ELSEWHERE = ['bootstrap', 'client', 'fuzz', 'lifecycle', 'processes'];

/** The variables of `npm test` that the tests depend on. */
const VARIABLES = {
  NODE_ENV: 'test',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'rehearsal-of-citus',
  BOOTSTRAP_API_KEY: `bf_${'0123456789abcdef'.repeat(4)}`,
  PAGE_URLS: 'https://links.belfry.test',
  TRUST_PROXY: '1',
};

/** Runs the API tests that need no separate database, against a web process and a worker. */
export async function runApiTests(installation: Installation, filter: string): Promise<Finding[]> {
  Object.assign(installation.variables, VARIABLES);
  Object.assign(process.env, VARIABLES);
  const { setUp } = await import('#scripts/setup.ts');
  await setUp();
  const [web, worker] = await Promise.all([installation.startWeb(), installation.startWorker()]);
  const files = globSync('e2e/api/*.spec.ts', { cwd: root })
    .toSorted()
    .filter((path) => !ELSEWHERE.some((name) => basename(path).startsWith(name)) && path.includes(filter));
  mkdirSync(resultsFolder, { recursive: true });
  const { passed, failed } = await serviceTests('api', files, {
    ...process.env,
    ...installation.variables,
    BELFRY_URL: web.origin,
    PORT: new URL(web.origin).port,
    TEST_DATABASE_URL: installation.variables.DATABASE_URL,
    TEST_SCRATCH_DIR: mkdtempSync(join(tmpdir(), 'belfry-citus-')),
    SERVICE_LOG: installation.logFile,
  });
  await Promise.all([web.stop(), worker.stop()]);
  return [noted('files', files.length), noted('passed', passed), exactly('failed', failed, 0)];
}
