import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import pg from 'pg';
import { type RunningService, startService } from '#scripts/service.ts';
import { ORIGIN_NAME } from './clients.ts';

export interface DemoService {
  /** The origin of a service with the origin's vendor prefix and the demo data. */
  url: string;
  apiKey: string;
  /** A separate database, so that the client's changes affect no other test. */
  database: pg.Pool;
  stop(): Promise<void>;
}

/**
 * Starts a web process over a copy of DEMO_DATABASE, which has the demo data, on the server of DATABASE_URL. For
 * development, BELFRY_CLIENT_URL, BELFRY_CLIENT_API_KEY and BELFRY_CLIENT_DATABASE_URL can name a running web process.
 */
async function startDemoService(): Promise<DemoService> {
  const { BELFRY_CLIENT_URL, BELFRY_CLIENT_API_KEY = '', BELFRY_CLIENT_DATABASE_URL } = process.env;
  if (BELFRY_CLIENT_URL) {
    const database = new pg.Pool({ connectionString: BELFRY_CLIENT_DATABASE_URL });
    return { url: BELFRY_CLIENT_URL, apiKey: BELFRY_CLIENT_API_KEY, database, stop: () => database.end() };
  }
  const folder = mkdtempSync(join(tmpdir(), 'belfry-client-'));
  const name = `client_${randomBytes(6).toString('hex')}`;
  const { DEMO_API_KEY: apiKey = '', DEMO_DATABASE = '' } = process.env;
  const databaseUrl = new URL(process.env.DATABASE_URL ?? '');
  databaseUrl.pathname = name;
  const variables = { DATABASE_URL: databaseUrl.href, DATA_DIR: folder, SERVICE_NAME: ORIGIN_NAME };
  const server = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });
  const database = new pg.Pool({ connectionString: databaseUrl.href, max: 2 });
  let service: RunningService | undefined;
  const stop = async () => {
    await service?.stop();
    await database.end();
    // PostgreSQL ends its autovacuum workers itself. WITH (FORCE) would try to end them too, and may fail without a
    // superuser.
    await server.query(`DROP DATABASE IF EXISTS ${name}`);
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await server.query(`CREATE DATABASE ${name} TEMPLATE ${DEMO_DATABASE} STRATEGY file_copy`);
    service = await startService({ variables, apiOnly: true });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: service.url, apiKey, database, stop };
}

/** Tests whose file shares one such web process. In the mode `default` all tests of the file run in one worker. */
export const test = base.extend<object, { service: DemoService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
    async ({}, use) => {
      const service = await startDemoService();
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
