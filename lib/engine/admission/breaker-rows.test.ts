import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { deleteIntegration, updateIntegration } from '#lib/integrations/service.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleIntegrations } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { hostBreaker, hostBreakers, integrationBreakers } from './breaker-rows.ts';
import { endOrphans } from './outage-rows.ts';

ownScratchDatabase();

const NOW = new Date('2026-11-26T12:00:00.000Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const opened = { openedAt: NOW, probeAt: after(30), words: 'refused' };

test.each([
  ['an integration', integrationBreakers],
  ['a host', hostBreakers],
])('one of several workers gets the due probe of the breaker of %s', async (name, rows) => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const { id: integration } = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  const id = name === 'a host' ? 'dead.example' : integration;
  const probe = (seconds: number) => rows.takeProbe(environmentId, id, after(seconds), after(seconds + 30));
  expect(await probe(31), 'a closed breaker has none').toBe(false);
  expect([await rows.open(environmentId, id, opened), await rows.open(environmentId, id, opened)]).toEqual([
    true,
    false,
  ]);
  expect(await probe(29), 'too early').toBe(false);
  expect((await Promise.all([1, 2, 3, 4].map(() => probe(31)))).toSorted()).toEqual([false, false, false, true]);
  expect(await probe(60), 'the next one').toBe(false);
  expect(await probe(61)).toBe(true);
  expect([await rows.close(environmentId, id, NOW), await rows.close(environmentId, id, NOW)]).toEqual([true, false]);
});

test('each environment has its own breaker of a host', async () => {
  const [one, other] = [(await sampleEnvironment()).ctx, (await sampleEnvironment()).ctx];
  await hostBreakers.open(one.environmentId, 'shared.example', opened);
  expect(await hostBreaker(one.environmentId, 'shared.example')).toEqual(opened);
  expect(await hostBreaker(other.environmentId, 'shared.example')).toBeUndefined();
  expect(await hostBreakers.takeProbe(other.environmentId, 'shared.example', after(31), after(61))).toBe(false);
});

test('an outage of an integration is stored with start, end and first problem', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const { id } = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  const kept = () => prisma().outage.findMany({ where: { environmentId }, orderBy: { openedAt: 'asc' } });
  await integrationBreakers.open(environmentId, id, opened);
  await integrationBreakers.open(environmentId, id, { ...opened, openedAt: after(1), words: 'later' });
  const outage = { environmentId, integrationId: id, channel: 'sms', openedAt: NOW, words: 'refused' };
  expect(await kept()).toEqual([
    { ...outage, closedAt: null, late: null, failed: null, releaseReadyAt: null, releaseJobId: null },
  ]);
  await Promise.all([1, 2].map(() => integrationBreakers.close(environmentId, id, after(40))));
  expect(await kept()).toEqual([
    { ...outage, closedAt: after(40), late: 0, failed: 0, releaseReadyAt: after(40), releaseJobId: '' },
  ]);
  await integrationBreakers.open(environmentId, id, { ...opened, openedAt: after(60) });
  expect((await kept()).map(({ closedAt }) => closedAt === null)).toEqual([false, true]);
  await prisma().circuitBreaker.deleteMany({ where: { environmentId } });
  await endOrphans(after(90));
  expect((await kept()).at(-1)?.closedAt, 'without its breaker it is over').toEqual(after(90));
});

test.each([
  ['sandbox mode', (ctx: Ctx, id: string) => updateIntegration(ctx, id, { sandbox: true })],
  ['deactivation', (ctx: Ctx, id: string) => updateIntegration(ctx, id, { active: false })],
  ['deletion', (ctx: Ctx, id: string) => deleteIntegration(ctx, id)],
])('an outage ends with the %s of its integration, because nothing is sent any more', async (_name, change) => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const { id } = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  await prisma().integration.updateMany({ where: { environmentId }, data: { sandbox: false } });
  await integrationBreakers.open(environmentId, id, opened);
  await change(ctx, id);
  expect(await prisma().circuitBreaker.count({ where: { environmentId } })).toBe(0);
  expect(await prisma().outage.count({ where: { environmentId, closedAt: null } })).toBe(0);
});
