/** Tests fan-outs whose workers are killed, with real processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { disconnect, prisma, query } from '#lib/postgres/db.ts';
import { root } from '#scripts/sources.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';
import { broadcastEvent } from './trigger.ts';

const MEMBERS = 6_000;
const KILLS = 6;
const workers = new Set<ChildProcess>();
let isOver = false;
let stop: () => Promise<void>;

beforeAll(async () => {
  stop = await startScratchDatabase();
  vi.stubEnv('NODE_OPTIONS', '');
});

afterAll(async () => {
  isOver = true;
  await Promise.all([...workers].map(ended));
  await disconnect();
  await stop();
});

async function ended(worker: ChildProcess): Promise<void> {
  const exit = once(worker, 'exit');
  worker.kill('SIGTERM');
  await exit;
}

/** Restarts a worker that exits, as the supervisor does. */
function startWorker(): void {
  const program = ['testing/mortal-worker.ts'];
  const worker = spawn(join(root, 'node_modules/.bin/node'), program, { cwd: root, stdio: 'ignore' });
  workers.add(worker);
  worker.once('exit', () => {
    workers.delete(worker);
    if (!isOver) startWorker();
  });
}

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };

async function members({ environmentId }: Ctx): Promise<void> {
  await query(
    'test-members',
    `WITH topic AS (INSERT INTO topics (environment_id, id, key, created_at, updated_at) VALUES ($1, 'topic', 'all', now(), now())),
     subscriber AS (
       INSERT INTO subscribers (environment_id, id, subscriber_id, phone, created_at, updated_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), 's' || n, '+1555' || 1000000 + n, now(), now() FROM generate_series(1, ${MEMBERS}) n
       RETURNING id)
     INSERT INTO topic_subscriptions (environment_id, id, topic_id, subscriber_id, identifier, created_at, updated_at)
     SELECT $1, id, 'topic', id, 'i' || id, now(), now() FROM subscriber`,
    [environmentId],
  );
}

const made = ({ environmentId }: Ctx) => prisma().notification.count({ where: { environmentId } });
const open = ({ environmentId }: Ctx) => prisma().fanout.count({ where: { environmentId } });

test('each subscriber gets a topic and a broadcast once, even if their workers are killed', {
  timeout: 240_000,
}, async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const name = await sampleWorkflow(ctx, [SMS]);
  await members(ctx);
  startWorker();
  startWorker();
  const triggered = [await trigger(ctx, name, { type: 'Topic', topicKey: 'all' }), await broadcastEvent(ctx, { name })];
  let kills = 0;
  let inTheMiddle = 0;
  for (; kills < KILLS; kills++) {
    const before = await made(ctx);
    await expect
      .poll(async () => (await made(ctx)) > before || (await open(ctx)) === 0, { timeout: 30_000 })
      .toBe(true);
    await sleep(Math.random() * 60);
    if ((await open(ctx)) > 0) inTheMiddle++;
    const [victim] = workers;
    if (!victim) throw new Error('A worker runs.');
    const exit = once(victim, 'exit');
    victim.kill('SIGKILL');
    await exit;
  }
  expect(inTheMiddle).toBeGreaterThan(2);
  const unfinished = async () => (await open(ctx)) + (await prisma().work.count({ where: { environmentId } }));
  await expect.poll(unfinished, { timeout: 180_000, interval: 500 }).toBe(0);
  for (const { transactionId = '' } of triggered) {
    const [row] = await query<{ runs: number; people: number; sent: number }>(
      'test-runs',
      `SELECT count(*)::int AS runs, count(DISTINCT n.subscriber_id)::int AS people, count(*) FILTER (WHERE o.outcome = 'sent')::int AS sent
       FROM notifications n LEFT JOIN notification_outcomes o ON o.environment_id = $1 AND o.notification_id = n.id
       WHERE n.environment_id = $1 AND n.transaction_id = $2`,
      [environmentId, transactionId],
    );
    expect(row).toEqual({ runs: MEMBERS, people: MEMBERS, sent: MEMBERS });
  }
  expect(await prisma().message.count({ where: { environmentId } })).toBe(2 * MEMBERS);
});
