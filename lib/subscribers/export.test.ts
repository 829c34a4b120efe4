import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { exportSubscribers } from './export.ts';
import { ExportSubscribersQuery } from './export-schema.ts';
import { saveSubscriber } from './save.ts';
import { CreateSubscriberBody, Subscriber } from './schema.ts';

ownScratchDatabase();

const COUNT = 250;
let ctx: Ctx;

beforeAll(async () => {
  ({ ctx } = await sampleEnvironment());
  await prisma().subscriber.deleteMany({ where: { environmentId: ctx.environmentId } });
  for (let n = 1; n <= COUNT; n += 1) {
    const phone = n % 100 === 0 ? null : `0${n}`;
    const body = { subscriberId: `user-${n}`, email: `user${n}@example.com`, phone, data: { plan: 'a;b' } };
    await saveSubscriber(ctx, CreateSubscriberBody.parse(body));
  }
});

async function textOf(query: Record<string, string>): Promise<string> {
  const response = await exportSubscribers(ctx, ExportSubscribersQuery.parse(query));
  // `text` would remove the byte order mark.
  return Buffer.from(await response.arrayBuffer()).toString();
}

test('NDJSON has every subscriber once, newest first', async () => {
  const lines = (await textOf({ format: 'ndjson' })).trimEnd().split('\n');
  expect(lines.map((line) => Subscriber.parse(JSON.parse(line)).subscriberId)).toEqual(
    Array.from({ length: COUNT }, (_, n) => `user-${COUNT - n}`),
  );
});

test('CSV applies search and limit, and has the column names of the import', async () => {
  const [head, first, end] = (await textOf({ q: 'user250' })).slice(1).split('\r\n');
  expect(head).toBe('subscriberId,firstName,lastName,email,phone,locale,timezone,data,createdAt');
  expect(first).toMatch(/^user-250,,,user250@example\.com,0250,,,"\{""plan"":""a;b""\}",/);
  expect(end).toBe('');
  expect((await textOf({ limit: '120' })).trimEnd().split('\r\n')).toHaveLength(121);
});

test('the file has only the subscribers that the filters find', async () => {
  const lines = (await textOf({ missing: 'sms' })).trimEnd().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',')[0])).toEqual(['user-200', 'user-100']);
  expect((await textOf({ topicKey: 'none' })).trimEnd().split('\r\n')).toHaveLength(1);
});
