import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Quarantine } from '#lib/engine/queue/quarantine.ts';
import { root } from './sources.ts';
import { type Service, supervise } from './supervise.ts';

/** A program that records its process ID and sends heartbeats. The first process that runs it hangs. */
const PROGRAM = `
import { appendFileSync, readFileSync } from 'node:fs';
import { sendHeartbeats } from '${join(root, 'lib/heartbeat.ts')}';
const file = process.env.STARTS;
appendFileSync(file, process.pid + '\\n');
const isFirst = readFileSync(file, 'utf8').trim().split('\\n').length === 1;
sendHeartbeats();
process.on('disconnect', () => process.exit());
setTimeout(() => { while (isFirst); }, 300);
setInterval(() => undefined, 1000);
`;

let folder: string;
let service: Service | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-supervise-'));
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
  vi.stubEnv('STARTS', join(folder, 'starts'));
});

afterEach(async () => {
  await service?.stop();
  service = undefined;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const starts = () => readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n').map(Number);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a process whose event loop hangs is killed and started again, with the reason', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  service = supervise('web', [join(folder, 'program.mjs')], { env: { NODE_ENV: 'test' }, silentMs: 3_000 });
  await expect.poll(starts).toHaveLength(2);
  expect(said.mock.calls.flat()).toEqual([
    'The web process is not responding: its event loop has been blocked for 3 s. The process is being killed.',
    'The web process ended (SIGKILL) and is being restarted.',
  ]);
  expect(starts().map(isAlive)).toEqual([false, true]);
});

test('a process for interrupted jobs that hangs is killed', async () => {
  const quarantine = new Quarantine(join(folder, 'program.mjs'), 3_000);
  quarantine.open();
  await expect.poll(starts).toHaveLength(1);
  await expect.poll(() => starts().map(isAlive)).toEqual([false]);
  await quarantine.stop(1_000);
});
