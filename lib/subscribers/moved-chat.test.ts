import { afterAll, beforeAll, expect, test } from 'vitest';
import { disconnect, prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleIntegrations } from '#testing/engine.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';
import { connect, JANE } from '#testing/stored-reasons.ts';
import { moveChat } from './moved-chat.ts';
import { saveSubscriber } from './save.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startScratchDatabase();
});
afterAll(async () => {
  await disconnect();
  await stop();
});

test('a connection gets the new ID of its chat, unless it has changed to another chat', async () => {
  const sample = await sampleEnvironment();
  const { environmentId } = sample.ctx;
  await sampleIntegrations(sample.ctx, ['chat']);
  await saveSubscriber(sample.ctx, JANE);
  await connect('chat', { channel: '-42', apiToken: 't' })(sample);
  const stored = () => prisma().subscriberChannel.findFirstOrThrow({ where: { environmentId } });
  const { id, updatedAt } = await stored();
  await moveChat(environmentId, id, { from: '-42', to: '-100777' });
  expect(await stored()).toMatchObject({ credentials: { channel: '-100777', apiToken: 't' }, updatedAt });
  await moveChat(environmentId, id, { from: '-42', to: '-1' });
  await moveChat('another', id, { from: '-100777', to: '-1' });
  expect((await stored()).credentials).toEqual({ channel: '-100777', apiToken: 't' });
});
