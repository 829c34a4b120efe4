import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { env } from '#lib/env.ts';
import { root } from '#scripts/sources.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';

let stop: () => Promise<void>;
let client: pg.Client;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  stop = await startScratchDatabase();
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.stubEnv('NODE_OPTIONS', '');
  client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
});

afterAll(async () => {
  for (const worker of workers) {
    if (worker.exitCode !== null || worker.signalCode !== null) continue;
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
  await client?.end();
  await stop?.();
});

function startWorkerProcess(): ChildProcess & { said: string } {
  const child = spawn(join(root, 'node_modules/.bin/node'), ['worker.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const worker = Object.assign(child, { said: '' });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    worker.said += text;
  });
  workers.push(worker);
  return worker;
}

async function until(condition: () => boolean | Promise<boolean>, ms: number): Promise<void> {
  for (const deadline = Date.now() + ms; !(await condition()); await sleep(100)) {
    if (Date.now() > deadline) throw new Error(`It did not happen within ${ms} ms: ${condition}`);
  }
}

test('another worker takes over the maintenance of one that is killed', { timeout: 150_000 }, async () => {
  // Keeps the first worker in the middle of its maintenance.
  await client.query('BEGIN; LOCK TABLE sign_in_failures IN ACCESS EXCLUSIVE MODE');
  const killed = startWorkerProcess();
  const waits = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'sign_in_failures'::regclass`;
  await until(async () => (await client.query(waits)).rowCount === 1, 45_000);
  const other = startWorkerProcess();
  await until(() => other.said.includes('Worker process started'), 30_000);
  killed.kill('SIGKILL');
  await client.query('COMMIT');
  await until(() => other.said.includes('Maintenance finished'), 60_000);
  expect(killed.said).not.toContain('Maintenance finished');
});
