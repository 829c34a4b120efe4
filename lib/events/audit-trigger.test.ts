import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { listAudit } from '#lib/audit-log/list.ts';
import { ListAuditQuery } from '#lib/audit-log/schema.ts';
import { summaryText } from '#lib/audit-log/summary.ts';
import { prisma, query, transaction } from '#lib/postgres/db.ts';
import { createTopic } from '#lib/topics/service.ts';
import { sampleEnvironment, sampleWorkflow } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { triggerBulk } from './bulk.ts';
import { BroadcastBody, TriggerBody } from './schema.ts';
import { broadcastEvent, triggerEvent } from './trigger.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Code {{ payload.code }}' } };
const JANE = { subscriberId: 'jane', email: 'jane@shop.example', phone: '+15555550123' };

async function world() {
  const { ctx: byKey } = await sampleEnvironment();
  const actor = { type: 'user', userId: 'u', email: 'ann@shop.example', role: 'owner', sessionId: 's' } as const;
  const byPerson: Ctx = { ...byKey, actor };
  const name = await sampleWorkflow(byKey, [SMS]);
  await createTopic(byKey, { key: 'news' } as never);
  await query('test-clear', 'DELETE FROM audit_log WHERE organization_id = $1', [byKey.organizationId]);
  return { byKey, byPerson, name };
}

async function entriesOf(ctx: Ctx) {
  const { data } = await listAudit(ctx, ListAuditQuery.parse({}));
  return data.toReversed();
}

const event = (name: string, transactionId: string, to: unknown = JANE) =>
  ({ name, to, transactionId, payload: { code: 'planted-code' } }) as const;

test('a trigger by a person is audited with the terms of the page, without payload and addresses', async () => {
  const { byPerson, name } = await world();
  const to = [JANE, 'bob', { type: 'Topic', topicKey: 'news' }, { type: 'Topic', topicKey: 'absent' }];
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
  await triggerEvent(byPerson, TriggerBody.parse({ ...event(name, 'one', to), scheduledAt }));
  await broadcastEvent(
    byPerson,
    BroadcastBody.parse({ name, transactionId: 'all', payload: { code: 'planted-code' } }),
  );
  await triggerBulk(byPerson, {
    events: [event(name, 'two'), event(name, 'one'), event('absent', 'three'), event(name, 'four', 'bob')],
  } as never);
  const entries = await entriesOf(byPerson);
  expect(entries.map((entry) => [entry.action, entry.resource._id, summaryText(entry), entry.after])).toEqual([
    [
      'events.trigger',
      'one',
      `triggered ${entries[0]?.resource.label} for 2 subscribers and 1 topic`,
      { workflow: name, subscribers: 2, topics: 1, scheduledAt },
    ],
    ['events.broadcast', 'all', `triggered ${entries[0]?.resource.label} for every subscriber`, { workflow: name }],
    [
      'events.trigger',
      'two',
      `triggered ${entries[0]?.resource.label} for 1 subscriber`,
      { workflow: name, subscribers: 1, topics: 0 },
    ],
    [
      'events.trigger',
      'four',
      `triggered ${entries[0]?.resource.label} for 1 subscriber`,
      { workflow: name, subscribers: 1, topics: 0 },
    ],
  ]);
  expect(entries[0]?.actor.label).toBe('ann@shop.example');
  expect(JSON.stringify(entries)).not.toMatch(/planted-code|jane|5555550123/);
});

test('triggers by API key leave no audit record', async () => {
  const { byKey, name } = await world();
  await triggerEvent(byKey, TriggerBody.parse(event(name, 'one')));
  await broadcastEvent(byKey, BroadcastBody.parse({ name }));
  await triggerBulk(byKey, { events: [event(name, 'two')] } as never);
  expect(await entriesOf(byKey)).toEqual([]);
});

test('a trigger and its entry commit together', async () => {
  const { byPerson, name } = await world();
  await prisma().subscriber.deleteMany({ where: { environmentId: byPerson.environmentId } });
  await triggerEvent(byPerson, TriggerBody.parse(event(name, 'one')));
  // The second trigger names an existing subscriber, so it needs only one statement.
  await triggerEvent(byPerson, TriggerBody.parse(event(name, 'two', 'jane')));
  const rows = await query<{ together: boolean }>(
    'test-together',
    `SELECT a.xmin = t.xmin AS together FROM triggers t JOIN audit_log a ON a.environment_id = t.environment_id AND a.resource_id = t.transaction_id
     WHERE t.environment_id = $1`,
    [byPerson.environmentId],
  );
  expect(rows).toEqual([{ together: true }, { together: true }]);
  const undone = transaction(async () => {
    await triggerEvent(byPerson, TriggerBody.parse(event(name, 'three')));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await entriesOf(byPerson)).toHaveLength(2);
});
