import { beforeEach, expect, test } from 'vitest';
import { prisma } from '#lib/postgres/db.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { recoverWork } from './recovery.ts';
import { type ClaimedWork, claimWork, discardWork, LANES, renewLeases, returnWork } from './work.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const NOW = new Date(Date.now() + 60_000);
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const mine = { workerId: 'mine', now: NOW, leaseMs: 30_000 };
const others = { ...mine, workerId: 'others' };

let sample: Sample;
let work: ClaimedWork;

beforeEach(async () => {
  sample = await sampleEnvironment();
  await sampleIntegrations(sample.ctx, ['sms']);
  const workflowId = await sampleWorkflow(sample.ctx, [SMS]);
  await trigger(sample.ctx, workflowId, { subscriberId: 'jane', phone: '+15555550123' });
  work = await claimed(mine);
});

async function claimed(holder: typeof mine): Promise<ClaimedWork> {
  const [one] = await claimWork({ environmentId: sample.ctx.environmentId, lane: LANES.normal }, holder, 1);
  if (!one) throw new Error('Nothing was claimed');
  return one;
}

async function stored() {
  const { environmentId } = sample.ctx;
  const { workerId, claims, readyAt, leaseUntil } = await prisma().work.findFirstOrThrow({ where: { environmentId } });
  return { workerId, claims, readyAt, leaseUntil };
}

test('a job is requeued only by the worker and the claim that hold it', async () => {
  const before = await stored();
  const until = later(5);
  await returnWork([{ ...work, until }], others);
  expect(await stored(), 'another worker').toEqual(before);
  await returnWork([{ ...work, claims: work.claims - 1, until }], mine);
  expect(await stored(), 'an earlier claim').toEqual(before);
  await returnWork([{ ...work, until }], mine);
  expect(await stored()).toEqual({ ...before, workerId: null, leaseUntil: null, readyAt: until });
});

test('a job that its worker claimed again is not requeued by the earlier claim', async () => {
  await returnWork([{ ...work, until: NOW }], mine);
  const again = await claimed(mine);
  expect(again.claims).toBe(work.claims + 1);
  const before = await stored();
  await returnWork([{ ...work, until: later(5) }], mine);
  expect(await stored()).toEqual(before);
});

test('a lease is renewed only by its worker', async () => {
  const before = await stored();
  await renewLeases([work], { ...others, now: later(10) });
  expect(await stored(), 'another worker').toEqual(before);
  await renewLeases([work], { ...mine, now: later(10) });
  expect((await stored()).leaseUntil).toEqual(later(40));
  await recoverWork([], later(35));
  expect((await stored()).workerId, 'its lease has not ended').toBe('mine');
  await recoverWork(['mine'], later(11));
  const recovered = await stored();
  await renewLeases([work], { ...mine, now: later(20) });
  expect(await stored(), 'no worker holds it any more').toEqual(recovered);
});

test('work is discarded only if its run is deleted, and only by its claim', async () => {
  expect(await discardWork(work, 'mine'), 'the run is there').toBe(false);
  await prisma().notification.deleteMany({ where: { environmentId: sample.ctx.environmentId } });
  expect(await discardWork(work, 'others')).toBe(false);
  expect(await discardWork({ ...work, claims: work.claims + 1 }, 'mine')).toBe(false);
  expect(await discardWork(work, 'mine')).toBe(true);
});
