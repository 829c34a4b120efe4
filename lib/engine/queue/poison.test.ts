/** Tests a job that ends its worker, with real processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { disconnect, prisma } from '#lib/postgres/db.ts';
import { root } from '#scripts/sources.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';

let stop: () => Promise<void>;
let worker: ChildProcess;
let ends = 0;
let isOver = false;

beforeAll(async () => {
  stop = await startScratchDatabase();
  vi.stubEnv('NODE_OPTIONS', '');
  startWorker();
});

afterAll(async () => {
  isOver = true;
  const exit = once(worker, 'exit');
  worker.kill('SIGTERM');
  await exit;
  await disconnect();
  await stop();
});

/** Starts a worker, and restarts it when it ends, as the supervisor does. */
function startWorker(): void {
  const program = ['testing/mortal-worker.ts'];
  worker = spawn(join(root, 'node_modules/.bin/node'), program, { cwd: root, stdio: 'inherit' });
  worker.once('exit', () => {
    if (isOver) return;
    ends++;
    startWorker();
  });
}

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };

async function sent(ctx: Ctx, transactionId: string): Promise<number> {
  return (await storedRuns(ctx, transactionId)).filter(({ outcome }) => outcome === 'sent').length;
}

const many = (word: string) =>
  Array.from({ length: 50 }, (_, n) => ({ subscriberId: `${word}-${n}`, phone: `+1555555${1000 + n}` }));

test('a job that crashes its worker runs alone, fails after three more crashes, and delays no other job', {
  timeout: 400_000,
}, async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  const others = await trigger(ctx, workflowId, many('other'));
  const poison = await trigger(ctx, workflowId, { subscriberId: 'poison', phone: '+15555559999' });
  await expect.poll(() => ends).toBe(1);

  // Other jobs are delivered without delay while that job runs alone.
  const waits = () => prisma().work.count({ where: { environmentId, deaths: { gt: 0 } } });
  await expect.poll(waits).toBeGreaterThan(0);
  const later = await trigger(ctx, workflowId, many('later'));
  await expect.poll(() => sent(ctx, later.transactionId ?? '')).toBe(50);
  expect(await waits()).toBeGreaterThan(0);

  const outcome = async () => (await storedRuns(ctx, poison.transactionId ?? ''))[0]?.outcome;
  await expect.poll(outcome, { timeout: 250_000 }).toBe('failed');
  const [run] = await storedRuns(ctx, poison.transactionId ?? '');
  expect(run).toMatchObject({ reason: 'poison', work: 0 });
  expect(run?.jobs).toEqual([{ type: 'sms', status: 'failed', reason: 'poison', attempts: 6 }]);
  expect(await sent(ctx, others.transactionId ?? '')).toBe(50);
  expect(ends).toBe(1);
});
