import { expect, test } from 'vitest';
import { pool, prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleIntegrations } from '#testing/engine.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { saveSubscribers } from './changes.ts';
import { appendCredentials, updateCredentials } from './credentials.ts';

ownScratchDatabase();

test('a token that a worker removes during a change does not return with the next change', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['push']);
  await saveSubscribers(ctx, { subscribers: [{ subscriberId: 'jane' }] } as never);
  const register = (deviceTokens: string[]) => ({ providerId: 'fcm', credentials: { deviceTokens } }) as never;
  await updateCredentials(ctx, 'jane', register(['gone', 'kept']));
  const worker = await pool().connect();
  try {
    await worker.query('BEGIN');
    const removal = `UPDATE subscriber_channels SET device_tokens = array_remove(device_tokens, 'gone') WHERE environment_id = $1`;
    await worker.query(removal, [environmentId]);
    const appended = appendCredentials(ctx, 'jane', register(['new']));
    await untilWaiting(1);
    await worker.query('COMMIT');
    await appended;
  } finally {
    worker.release();
  }
  const channel = await prisma().subscriberChannel.findFirstOrThrow({ where: { environmentId } });
  expect(channel.deviceTokens).toEqual(['kept', 'new']);
});
