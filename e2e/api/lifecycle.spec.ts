import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { variableNames } from '#lib/env.ts';
import { freePort, removeCluster } from '#scripts/postgres.ts';
import { isAlive, signal } from '#scripts/processes.ts';

test.describe.configure({ mode: 'serial' });

const dataDir = mkdtempSync(join(tmpdir(), 'belfry-lifecycle-'));

test.afterAll(() => {
  removeCluster(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

interface Installation {
  url: string;
  child: ChildProcess;
  output(): string;
  readyAfterMs: number;
  /** Every process of the installation. */
  pids: number[];
}

async function start(timeoutMs = 60_000): Promise<Installation> {
  const port = await freePort();
  const absent = Object.fromEntries(variableNames.map((name) => [name, '']));
  const own = { DATA_DIR: dataDir, PORT: String(port), DEMO_DATA: 'false', LOG_LEVEL: 'warn' };
  const began = Date.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, ...absent, ...own },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => output, { timeout: timeoutMs, intervals: [50] }).toContain('Ctrl-C stops Belfry.');
  const pids = [child.pid ?? 0, ...descendants(child.pid ?? 0)];
  return { url, child, output: () => output, readyAfterMs: Date.now() - began, pids };
}

function descendants(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  const below = (parent: number): number[] =>
    pairs.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

async function stop(
  { child, pids }: Installation,
  name: NodeJS.Signals,
): Promise<{ code: number | null; tookMs: number }> {
  const began = Date.now();
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(name);
  const code = await ended;
  await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  return { code, tookMs: Date.now() - began };
}

test('the first start prints the address, and the printed command works if pasted', async () => {
  test.setTimeout(270_000);
  const belfry = await start(240_000); // the start may have to build the dashboard
  expect(belfry.pids.length).toBeGreaterThan(4);
  expect(belfry.output()).toContain(`Belfry is ready: ${belfry.url}`);
  expect(belfry.output()).toContain(readFileSync(join(dataDir, 'admin-password'), 'utf8').trim());
  const line = /curl .*/.exec(belfry.output())?.[0] ?? '';
  const answer = JSON.parse(
    execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  expect(answer).toMatchObject({ data: [], totalCount: 0 });
  expect(await stop(belfry, 'SIGTERM')).toMatchObject({ code: 0 });
});

test('a second start keeps the secrets, and Ctrl-C stops everything within 10 s', async () => {
  const before = readFileSync(join(dataDir, 'encryption-keys'), 'utf8');
  const belfry = await start();
  expect(readFileSync(join(dataDir, 'encryption-keys'), 'utf8')).toBe(before);
  for (const name of ['admin-password', 'api-key']) {
    expect(belfry.output()).not.toContain(readFileSync(join(dataDir, name), 'utf8').trim());
    expect(belfry.output()).toContain(join(dataDir, name));
  }
  const line = /curl .*/.exec(belfry.output())?.[0] ?? '';
  expect(execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })).toContain(
    '"totalCount"',
  );
  // Within 5 s on an idle machine. All other tests may run at the same time.
  expect(belfry.readyAfterMs).toBeLessThan(30_000);
  const { code, tookMs } = await stop(belfry, 'SIGINT');
  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(10_000);
});

test('a killed Belfry leaves no process behind, and starts again', async () => {
  await stop(await start(), 'SIGKILL');
  await stop(await start(), 'SIGTERM');
});

test('one dead process is restarted without the others', async () => {
  const belfry = await start();
  const web = belfry.pids.find((pid) => commandOf(pid).includes('server.ts')) ?? 0;
  const postmaster =
    belfry.pids.find((pid) => commandOf(pid).includes('/bin/postgres -D') && !commandOf(pid).startsWith('/bin/sh')) ??
    0;
  expect(postmaster).toBeGreaterThan(0);
  signal(postmaster, 'SIGKILL');
  await expect.poll(() => belfry.output(), { timeout: 20_000 }).toContain('is being restarted');
  await expect.poll(() => status(belfry), { timeout: 20_000 }).toBe(200);
  expect(isAlive(web)).toBe(true);
  signal(web, 'SIGKILL');
  await expect.poll(() => belfry.output()).toContain('The web process ended (SIGKILL) and is being restarted.');
  await expect.poll(() => status(belfry), { timeout: 20_000 }).toBe(200);
  belfry.pids = [belfry.child.pid ?? 0, ...descendants(belfry.child.pid ?? 0)];
  await stop(belfry, 'SIGTERM');
});

function commandOf(pid: number): string {
  return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}

async function status({ url }: Installation): Promise<number> {
  const response = await fetch(`${url}/api/health/ready`).catch(() => undefined);
  return response?.status ?? 0;
}
