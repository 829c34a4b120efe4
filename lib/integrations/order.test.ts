import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { orderIntegrations } from './order.ts';
import { createIntegration } from './service.ts';

ownScratchDatabase();

async function create(ctx: Ctx, name: string, more: object = {}): Promise<string> {
  const body = { name, identifier: name, providerId: 'sendgrid', channel: 'email', active: true, sandbox: true };
  await createIntegration(ctx, { ...body, credentials: {}, ...more } as never);
  return (await prisma().integration.findFirstOrThrow({ where: { environmentId: ctx.environmentId, name } })).id;
}

const names = async ({ environmentId }: Ctx, channel = 'email') =>
  (await prisma().integration.findMany({ where: { environmentId, channel }, orderBy: { priority: 'desc' } })).map(
    ({ name }) => name,
  );

test('the order is stored as priorities and audited, without a new version', async () => {
  const { ctx } = await sampleEnvironment();
  const [a, b, c] = [await create(ctx, 'a'), await create(ctx, 'b'), await create(ctx, 'c')];
  await create(ctx, 'off', { active: false });
  const versions = () => prisma().integration.findMany({ select: { updatedAt: true }, orderBy: { id: 'asc' } });
  const before = await versions();
  await orderIntegrations(ctx, { channel: 'email', integrationIds: [b, c, a] });
  expect(await names(ctx)).toEqual(['b', 'c', 'a', 'off']);
  expect(await versions()).toEqual(before);
  await orderIntegrations(ctx, { channel: 'email', integrationIds: [b, c, a] });
  const where = { environmentId: ctx.environmentId, action: 'integrations.order' };
  const entries = await prisma().auditEntry.findMany({ where });
  expect(entries, 'the same order again is not a change').toMatchObject([
    { resourceLabel: 'email', before: { order: ['c', 'b', 'a'] }, after: { order: ['b', 'c', 'a'] } },
  ]);
});

test('an order that does not name each active integration of the channel once changes nothing', async () => {
  const { ctx } = await sampleEnvironment();
  const [a, b, off] = [await create(ctx, 'a'), await create(ctx, 'b'), await create(ctx, 'off', { active: false })];
  const other = await create((await sampleEnvironment()).ctx, 'other');
  for (const integrationIds of [[a], [a, b, b], [a, a], [a, b, off], [a, other], [a, newId()]])
    await expect(orderIntegrations(ctx, { channel: 'email', integrationIds })).rejects.toMatchObject({
      code: 'unprocessable',
      errors: { integrationIds: expect.anything() },
    });
  await expect(orderIntegrations(ctx, { channel: 'in_app', integrationIds: [a] })).rejects.toMatchObject({
    code: 'bad_request',
  });
  expect(await names(ctx)).toEqual(['b', 'a', 'off']);
});

test('push and chat integrations have an order for their failover', async () => {
  const { ctx } = await sampleEnvironment();
  const chat = { providerId: 'slack', channel: 'chat' };
  const [a, b] = [await create(ctx, 'a', chat), await create(ctx, 'b', chat)];
  expect(await names(ctx, 'chat')).toEqual(['b', 'a']);
  await orderIntegrations(ctx, { channel: 'chat', integrationIds: [a, b] });
  expect(await names(ctx, 'chat')).toEqual(['a', 'b']);
});
