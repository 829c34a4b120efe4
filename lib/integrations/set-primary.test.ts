import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { createIntegration, deleteIntegration, updateIntegration } from './service.ts';
import { listPrimarySwitches, setPrimary, undoSetPrimary } from './set-primary.ts';

ownScratchDatabase();

const condition = {
  isNegated: false,
  type: 'GROUP',
  value: 'AND',
  children: [{ field: 'plan', value: 'pro', operator: 'EQUAL', on: 'payload' }],
};

/** Three email integrations: the primary one, an inactive one with a condition, and another one. */
async function sampleChannel() {
  const { ctx } = await sampleEnvironment();
  await prisma().integration.deleteMany({ where: { environmentId: ctx.environmentId } });
  const make = async (name: string, more: object) => {
    const given = { name, identifier: name, providerId: 'sendgrid', sandbox: true, active: true, ...more };
    await createIntegration(ctx, given as never);
    const where = { environmentId: ctx.environmentId, identifier: name };
    return (await prisma().integration.findFirstOrThrow({ where })).id;
  };
  const former = await make('former', {});
  const target = await make('target', { active: false, conditions: [condition] });
  const other = await make('other', {});
  return { ctx, former, target, other };
}

const states = ({ environmentId }: Ctx) =>
  prisma().integration.findMany({
    where: { environmentId },
    select: { name: true, active: true, primary: true, priority: true, conditions: true },
    orderBy: { id: 'asc' },
  });

test('undoing a primary restores primary, order, conditions and activity, and is audited', async () => {
  const { ctx, former, target } = await sampleChannel();
  const before = await states(ctx);
  await setPrimary(ctx, target);
  expect(await listPrimarySwitches(ctx)).toEqual([
    {
      channel: 'email',
      integrationId: target,
      formerIntegrationId: former,
      switchedAt: expect.any(String),
      conditions: 1,
      wasActive: false,
    },
  ]);
  await undoSetPrimary(ctx, target);
  expect(await states(ctx)).toEqual(before);
  expect(await listPrimarySwitches(ctx)).toEqual([]);
  const where = { resourceId: target, action: 'integrations.undoSetPrimary' };
  const { before: was, after: is } = await prisma().auditEntry.findFirstOrThrow({ where });
  expect({ was, is }).toMatchObject({
    was: { channel: 'email', primary: true, primaryIntegration: 'target' },
    is: { primary: false, active: false, conditions: [condition], primaryIntegration: 'former' },
  });
});

test('undoing the first primary of a channel leaves the channel without one', async () => {
  const { ctx, former, target } = await sampleChannel();
  await updateIntegration(ctx, former, { active: false } as never);
  const before = await states(ctx);
  await setPrimary(ctx, target);
  await undoSetPrimary(ctx, target);
  expect(await states(ctx)).toEqual(before);
});

test.each<[string, (ids: { ctx: Ctx; former: string; target: string; other: string }) => Promise<unknown>]>([
  ['the former primary was deleted', ({ ctx, former }) => deleteIntegration(ctx, former)],
  ['an integration was deactivated', ({ ctx, other }) => updateIntegration(ctx, other, { active: false } as never)],
  ['another became primary', ({ ctx, other }) => setPrimary(ctx, other)],
  ['conditions were added', ({ ctx, former }) => updateIntegration(ctx, former, { conditions: [condition] } as never)],
  [
    'an integration was added',
    ({ ctx }) => createIntegration(ctx, { name: 'new', providerId: 'ses', sandbox: true, active: true } as never),
  ],
  [
    'a day has passed',
    ({ ctx: { environmentId } }) =>
      prisma().primarySwitch.updateMany({
        where: { environmentId },
        data: { switchedAt: new Date(Date.now() - 24 * 3_600_000 - 1) },
      }),
  ],
  ['it was undone before', ({ ctx, target }) => undoSetPrimary(ctx, target)],
])('undoing is rejected without a change if %s', async (_, change) => {
  const ids = await sampleChannel();
  await setPrimary(ids.ctx, ids.target);
  await change(ids);
  const before = await states(ids.ctx);
  await expect(undoSetPrimary(ids.ctx, ids.target)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^Nothing was undone: /),
  });
  expect(await states(ids.ctx)).toEqual(before);
});

test('exactly one of many simultaneous calls to undo succeeds', async () => {
  const { ctx, target } = await sampleChannel();
  const before = await states(ctx);
  await setPrimary(ctx, target);
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => undoSetPrimary(ctx, target)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await states(ctx)).toEqual(before);
});
