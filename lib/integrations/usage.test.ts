import { expect, test } from 'vitest';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { instantOf, wallTime } from '#lib/time/zoned-time.ts';
import { sampleEnvironment, sampleIntegrations } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { listIntegrationHealth } from './health.ts';
import { testConnection } from './trial.ts';
import { integrationUsage } from './usage.ts';

ownScratchDatabase();

const zone = 'Pacific/Auckland';

test('the usage of an integration counts its messages by day of the zone, over seven days', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['email']);
  const { id } = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  const today = wallTime(new Date(), zone).toPlainDate();
  const row = (ago: number, time: string, more: object) => ({
    ...{ environmentId, integrationId: id, sent: 0, failed: 0, retried: 0, ...more },
    minute: instantOf(today.subtract({ days: ago }).toPlainDateTime(time), zone),
  });
  await prisma().integrationStat.createMany({
    data: [
      row(0, '00:00', { sent: 3 }),
      row(1, '23:59', { sent: 2, failed: 1 }),
      row(1, '00:00', { sent: 1, retried: 4 }),
      row(6, '00:00', { sent: 5 }),
      row(7, '23:59', { sent: 100 }),
      { ...row(0, '00:00', { sent: 100 }), integrationId: newId() },
    ],
  });
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  const outage = { environmentId, integrationId: id, channel: 'email', words: 'refused' };
  await prisma().outage.createMany({
    data: [
      { ...outage, openedAt: at(31), closedAt: at(31), late: 9, failed: 9 },
      { ...outage, openedAt: at(2), closedAt: at(1), late: 6, failed: 0 },
      { ...outage, openedAt: at(0.5) },
      { ...outage, openedAt: at(3), closedAt: at(3), integrationId: newId() },
    ],
  });
  const { days, outages } = await integrationUsage(ctx, id, { zone });
  expect(outages).toEqual([
    { openedAt: expect.any(String), words: 'refused' },
    { openedAt: expect.any(String), closedAt: expect.any(String), words: 'refused', late: 6, failed: 0 },
  ]);
  expect(days.map(({ sent, failed, retried }) => [sent, failed, retried])).toEqual([
    [5, 0, 0],
    ...Array.from({ length: 4 }, () => [0, 0, 0]),
    [3, 1, 4],
    [3, 0, 0],
  ]);
  expect(days.at(-1)?.day).toBe(today.toString());
  await expect(integrationUsage(ctx, newId(), { zone })).rejects.toMatchObject({ code: 'not_found' });
});

test('the last test of an integration is kept with its result and author', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['email']);
  const { id } = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  await prisma().integration.updateMany({ where: { environmentId, id }, data: { sandbox: true } });
  await testConnection(ctx, id);
  await testConnection(ctx, id);
  const { integrations } = await listIntegrationHealth(ctx);
  expect(integrations.filter(({ lastTest }) => lastTest)).toEqual([
    {
      _id: id,
      ...{ sent: 0, failed: 0, retried: 0 },
      lastTest: {
        kind: 'connection',
        outcome: 'sandboxed',
        message: expect.stringContaining('Sandbox mode'),
        testedBy: expect.stringMatching(/./),
        testedAt: expect.any(String),
      },
    },
  ]);
});
