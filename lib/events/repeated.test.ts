import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { query } from '#lib/postgres/db.ts';
import { createTopic } from '#lib/topics/service.ts';
import { sampleEnvironment, sampleWorkflow } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { TriggerBody } from './schema.ts';
import { triggerEvent, triggerEvents } from './trigger.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hi' } };

async function world() {
  const { ctx: byKey } = await sampleEnvironment();
  const actor = { type: 'user', userId: 'u', email: 'ann@shop.example', role: 'owner', sessionId: 's' } as const;
  const byPerson: Ctx = { ...byKey, actor };
  const name = await sampleWorkflow(byKey, [SMS]);
  await createTopic(byKey, { key: 'news' } as never);
  const event = (transactionId: string | undefined, to: unknown, more: object = {}) =>
    TriggerBody.parse({ name, to, transactionId, payload: {}, ...more });
  const saved = () =>
    query(
      'test-saved',
      `SELECT (SELECT coalesce(json_agg(json_build_array(subscriber_id, email) ORDER BY subscriber_id), '[]') FROM subscribers
          WHERE environment_id = $1) AS people,
        (SELECT coalesce(json_agg(data), '[]') FROM contexts WHERE environment_id = $1) AS contexts,
        (SELECT count(*)::int FROM notifications WHERE environment_id = $1) AS runs`,
      [byKey.environmentId],
    ).then(([row]) => row as { people: [string, string | null][]; contexts: unknown[]; runs: number });
  return { byKey, byPerson, event, saved };
}

const jane = (email: string) => ({ subscriberId: 'jane', email });

test.each(['byKey', 'byPerson'] as const)('a transaction ID that was used before changes nothing: %s', async (by) => {
  const { [by]: ctx, event, saved } = await world();
  await triggerEvent(ctx, event('one', jane('first@shop.example'), { context: { shop: { id: 'a', data: { n: 1 } } } }));
  const before = await saved();
  expect(before).toMatchObject({ people: [['jane', 'first@shop.example']], runs: 1 });
  const entries = () =>
    query('test-entries', 'SELECT 1 FROM audit_log WHERE organization_id = $1', [ctx.organizationId]).then(
      ({ length }) => length,
    );
  const audited = await entries();
  for (const [to, more] of [
    [jane('second@shop.example'), {}],
    ['newcomer', {}],
    [[jane('third@shop.example'), { type: 'Topic', topicKey: 'news' }], {}],
    ['jane', { actor: { subscriberId: 'boss', email: 'boss@shop.example' } }],
    ['jane', { context: { shop: { id: 'a', data: { n: 2 } } } }],
  ] as const) {
    expect(await triggerEvent(ctx, event('one', to, more))).toMatchObject({
      status: 'processed',
      error: [expect.stringContaining('was used before')],
    });
    expect(await saved()).toEqual(before);
  }
  expect(await entries()).toBe(audited);
});

test('only new events save their data', async () => {
  const { byKey, event, saved } = await world();
  await triggerEvent(byKey, event('one', jane('first@shop.example')));
  const results = await triggerEvents(byKey, [
    event('one', jane('second@shop.example')),
    event('two', [{ subscriberId: 'bob', email: 'bob@shop.example' }, 'carl']),
    event(undefined, { subscriberId: 'dora', email: 'dora@shop.example' }),
    event('two', { subscriberId: 'bob', email: 'other@shop.example' }),
  ]);
  expect(results.map((result) => result instanceof ApiError || result.error !== undefined)).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(await saved()).toMatchObject({
    people: [
      ['bob', 'bob@shop.example'],
      ['carl', null],
      ['dora', 'dora@shop.example'],
      ['jane', 'first@shop.example'],
    ],
    runs: 4,
  });
});

test('only the first of parallel events with one transaction ID saves its data', async () => {
  const { byKey, event, saved } = await world();
  for (let round = 0; round < 10; round++) {
    const addresses = [0, 1, 2, 3].map((n) => `a${round}-${n}@shop.example`);
    const results = await Promise.all(
      addresses.map((email) => triggerEvent(byKey, event(`parallel-${round}`, jane(email)))),
    );
    const winners = addresses.filter((_, at) => results[at]?.error === undefined);
    expect(winners).toHaveLength(1);
    expect((await saved()).people).toEqual([['jane', winners[0]]]);
  }
});
