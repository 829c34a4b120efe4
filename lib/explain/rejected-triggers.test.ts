import { beforeAll, expect, test } from 'vitest';
import { flushAll } from '#lib/postgres/write-behind.ts';
import { saveSubscribers } from '#lib/subscribers/changes.ts';
import { type Sample, sampleEnvironment, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { ExplainQuery } from './schema.ts';
import { explain } from './service.ts';

ownScratchDatabase();

const PHONE = '+15555550123';
const EMAIL = 'jane@example.com';
const TRANSACTION = 'order-4711-shipped';

let own: Sample;
let elsewhere: Sample;

/** Triggers a workflow that does not exist. */
async function refused({ ctx }: Sample, to: unknown, more: object = {}): Promise<void> {
  await expect(trigger(ctx, 'no-such-workflow', to, more)).rejects.toMatchObject({ status: 422 });
  await flushAll();
}

const codeOf = async ({ ctx }: Sample, subscriber: string) =>
  (await explain(ctx, ExplainQuery.parse({ subscriber }))).code;

beforeAll(async () => {
  [own, elsewhere] = [await sampleEnvironment(), await sampleEnvironment()];
});

test('a rejected trigger is found by its transaction ID, only in its environment', async () => {
  await refused(elsewhere, 'someone', { transactionId: TRANSACTION });
  expect(await codeOf(elsewhere, TRANSACTION)).toBe('workflow_unknown');
  expect(await codeOf(own, TRANSACTION)).toBe('subscriber_unknown');
});

test.each([
  ['phone number', { phone: PHONE }],
  ['email address', { email: EMAIL }],
])('a rejected trigger that named a person by %s is found for that person, only in its environment', async (_, by) => {
  const [here, there] = [await sampleEnvironment(), await sampleEnvironment()];
  const jane = { subscriberId: 'jane', phone: PHONE, email: EMAIL };
  for (const { ctx } of [here, there]) await saveSubscribers(ctx, { subscribers: [jane] } as never);
  await refused(there, { subscriberId: 'known-by-another-id', ...by });
  expect(await codeOf(there, 'jane')).toBe('workflow_unknown');
  expect(await codeOf(here, 'jane')).toBe('never_triggered');
});
