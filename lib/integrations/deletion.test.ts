import { expect, test } from 'vitest';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { saveSubscribers } from '#lib/subscribers/changes.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { createIntegration, deleteIntegration } from './service.ts';

ownScratchDatabase();

const push = { providerId: 'fcm', channel: 'push', sandbox: true, active: true };

test('a deleted integration loses its secrets and its devices', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  const given = {
    credentials: { serviceAccount: '{"private_key":"very secret"}', apiKey: 'very secret' },
    configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'very secret' },
  };
  for (const name of ['gone', 'kept'])
    await createIntegration(ctx, { ...push, ...given, name, identifier: name } as never);
  const rows = await prisma().integration.findMany({ where: { environmentId } });
  const [gone = '', kept = ''] = ['gone', 'kept'].map((name) => rows.find((row) => row.identifier === name)?.id);
  await saveSubscribers(ctx, { subscribers: [{ subscriberId: 'jane' }] } as never);
  const { id: subscriberId } = await prisma().subscriber.findFirstOrThrow({ where: { environmentId } });
  const stamps = { createdAt: new Date(), updatedAt: new Date() };
  const of = (integrationId: string) => ({
    environmentId,
    id: newId(),
    subscriberId,
    integrationId,
    providerId: 'fcm',
    ...stamps,
  });
  await prisma().subscriberChannel.createMany({ data: [of(gone), of(kept)] });
  await deleteIntegration(ctx, gone);
  const stored = (id: string) => prisma().integration.findFirstOrThrow({ where: { environmentId, id } });
  const { credentials, configurations, active, primary, deletedAt, updatedAt } = await stored(gone);
  expect({ credentials, configurations, active, primary }).toEqual({
    ...{ credentials: {}, configurations: null, active: false, primary: false },
  });
  expect(deletedAt).toBeInstanceOf(Date);
  expect(updatedAt).toEqual(deletedAt);
  const sealed = { $sealed: expect.any(String) };
  expect((await stored(kept)).credentials).toEqual({ apiKey: sealed, serviceAccount: sealed });
  const channels = await prisma().subscriberChannel.findMany({ where: { environmentId } });
  expect(channels.map(({ integrationId }) => integrationId)).toEqual([kept]);
});
