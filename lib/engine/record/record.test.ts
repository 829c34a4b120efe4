import { beforeEach, expect, test } from 'vitest';
import { Gate } from '#lib/engine/admission/gate.ts';
import { attempt } from '#lib/engine/attempt/attempt.ts';
import { loadRuns } from '#lib/engine/load/runs.ts';
import { type ClaimedWork, claimWork, LANES } from '#lib/engine/queue/work.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import {
  type Sample,
  sampleEnvironment,
  sampleIntegrations,
  sampleTools,
  sampleWorkflow,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { recordAttempts } from './record.ts';
import type { Attempted } from './rows.ts';
import { writeTallies } from './tallies.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const NOW = new Date(Date.now() + 60_000);
const mine = { workerId: 'mine', now: NOW, leaseMs: 30_000 };

let sample: Sample;
let environmentId: string;
let ended: Attempted;

/** Prepares an attempt that the provider has accepted, and that is not recorded yet. */
beforeEach(async () => {
  sample = await sampleEnvironment();
  ({ environmentId } = sample.ctx);
  await sampleIntegrations(sample.ctx, ['sms']);
  const workflowId = await sampleWorkflow(sample.ctx, [SMS]);
  await trigger(sample.ctx, workflowId, { subscriberId: 'jane', phone: '+15555550123' });
  const works = await claimWork({ environmentId, lane: LANES.normal }, mine, 1);
  const [run] = await loadRuns(environmentId, works);
  const tools = sampleTools(() => NOW);
  const records = run && (await attempt(run, tools, new Gate(10, tools.send)));
  ended = { work: works[0], run, records } as Attempted;
});

const record = (attempted: Attempted, workerId = 'mine') =>
  recordAttempts(environmentId, [attempted], { workerId, now: NOW });
const messages = () =>
  prisma().message.findMany({ where: { environmentId }, select: { status: true, errorText: true } });
const counted = async () => {
  await writeTallies();
  return prisma().integrationStat.findMany({ where: { environmentId }, select: { sent: true, failed: true } });
};

/** Returns the same attempt with failed messages, after its queue row was restored with the same claim. */
async function failedAgain({ work, ...attempted }: Attempted): Promise<Attempted> {
  const { environmentId: _, ...held } = work as ClaimedWork;
  const row = { environmentId, ...held, workerId: 'mine', leaseUntil: NOW };
  await prisma().work.createMany({ data: [row], skipDuplicates: true });
  const failed = attempted.records.messages.map((message) => ({ ...message, status: 'error', errorText: 'late' }));
  return { ...attempted, work, records: { ...attempted.records, messages: failed } } as Attempted;
}

test('a sent message stays sent, whatever is recorded later', async () => {
  expect(await record(ended)).toEqual(new Set([ended.work.jobId]));
  expect(await messages()).toEqual([{ status: 'sent', errorText: null }]);
  expect(await record(await failedAgain(ended))).toEqual(new Set([ended.work.jobId]));
  expect(await messages()).toEqual([{ status: 'sent', errorText: null }]);
});

test('an unsent message takes the later result', async () => {
  await record(await failedAgain(ended));
  expect(await messages()).toMatchObject([{ status: 'error', errorText: 'late' }]);
  await failedAgain(ended);
  await record(ended);
  expect(await messages()).toMatchObject([{ status: 'sent', errorText: null }]);
});

test('a job that another worker holds is neither recorded nor counted', async () => {
  expect(await record(ended, 'others')).toEqual(new Set());
  expect(await record({ ...ended, work: { ...ended.work, claims: ended.work.claims + 1 } })).toEqual(new Set());
  expect(await messages()).toEqual([]);
  expect(await counted()).toEqual([]);
});

test('only committed records are counted', async () => {
  const rolledBack = transaction(async () => {
    await record(ended);
    throw new Error('The transaction ends here');
  });
  await expect(rolledBack).rejects.toThrow('ends here');
  expect(await counted()).toEqual([]);
  await record(ended);
  expect(await counted()).toEqual([{ sent: 1, failed: 0 }]);
});
