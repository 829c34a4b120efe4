/** Tests that a trigger with an Idempotency-Key holds no connection while a thread checks its payload. */
import { beforeAll, expect, test } from 'vitest';
import { beginRequest } from '#lib/api/api-request.ts';
import type { Ctx } from '#lib/api/context.ts';
import { toApiError } from '#lib/api/error-mapper.ts';
import { ApiError } from '#lib/api/errors.ts';
import { runOnce } from '#lib/api/idempotency.ts';
import type { Reply } from '#lib/api/reply.ts';
import { env } from '#lib/env.ts';
import { disconnect, forRoute, hotQuery, hotTransaction, prisma } from '#lib/postgres/db.ts';
import { flushAll } from '#lib/postgres/write-behind.ts';
import { sampleEnvironment, sampleWorkflow } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { triggerBulk } from './bulk.ts';
import { TriggerBody } from './schema.ts';
import { triggerEvent } from './trigger.ts';

ownScratchDatabase();

const POOL = 4;

beforeAll(async () => {
  await disconnect();
  Object.assign(env(), { DATABASE_POOL_SIZE: POOL, DATABASE_HOT_POOL_SIZE: POOL });
});

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const PLAIN = { type: 'object', properties: { plan: { type: 'string', default: 'free' } }, required: ['code'] };
/** A schema whose check uses the whole time limit. */
const SLOW = { ...PLAIN, anyOf: [{ $ref: '#' }, { $ref: '#' }] };

const checkedWorkflow = (ctx: Ctx, payloadSchema: object) =>
  sampleWorkflow(ctx, [SMS], { validatePayload: true, payloadSchema });

const created = (result: unknown): Reply => ({ status: 201, text: JSON.stringify(result), headers: undefined });

/** Calls the service like the route. */
function keyed(ctx: Ctx, key: string, handle: (ctx: Ctx) => Promise<unknown>): Promise<Reply> {
  const request = new Request('http://h/v1/events/trigger', { method: 'POST' });
  const own = { ...ctx };
  const run = () =>
    runOnce({ ...beginRequest(request, key), ctx: own }, '{}', async () => created(await handle(own)), hotTransaction);
  return forRoute('triggerEvent', run) as Promise<Reply>;
}

const body = (name: string, payload: object, more: object = {}) =>
  TriggerBody.parse({ name, to: 'jane', payload, ...more });
const runsOf = ({ environmentId }: Ctx) => prisma().notification.findMany({ where: { environmentId } });

test('many slow checks leave connections for other requests, also of the same route', async () => {
  const { ctx } = await sampleEnvironment();
  const name = await checkedWorkflow(ctx, SLOW);
  await keyed(ctx, 'warm', () => triggerEvent(ctx, body(name, { code: 'A' })));
  let checked = 0;
  const handle = (own: Ctx) =>
    triggerEvent(own, body(name, { code: 'A' })).catch((error) => {
      if (error instanceof ApiError) checked += 1;
      throw error;
    });
  const slow = Array.from({ length: 3 * POOL }, (_, at) => keyed(ctx, `slow-${at}`, handle));
  await forRoute('triggerEvent', () => hotQuery('test-other', 'SELECT 1'));
  expect(checked).toBeLessThan(POOL);
  const replies = await Promise.all(slow);
  for (const reply of replies)
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('too much time')]);
  expect(await runsOf(ctx)).toEqual([]);
});

test('an idempotency key runs its trigger once, with the defaults of the schema, and replays the response', async () => {
  const { ctx } = await sampleEnvironment();
  const name = await checkedWorkflow(ctx, PLAIN);
  const run = () => keyed(ctx, 'k', (own) => triggerEvent(own, body(name, { code: 'A' })));
  const [first, ...others] = await Promise.allSettled([run(), run(), run()]);
  const texts = [first, ...others].flatMap((each) => (each?.status === 'fulfilled' ? [each.value.text] : []));
  expect(new Set(texts).size).toBe(1);
  for (const each of others) if (each.status === 'rejected') expect(toApiError(each.reason).status).toBe(409);
  expect(await run()).toMatchObject({ text: texts[0], headers: { 'idempotency-replay': 'true' } });
  expect((await runsOf(ctx)).map(({ payload }) => payload)).toEqual([{ code: 'A', plan: 'free' }]);
});

test('each event of a bulk trigger is checked once, and rejected once', async () => {
  const { ctx } = await sampleEnvironment();
  const name = await checkedWorkflow(ctx, PLAIN);
  const events = [
    { name, to: 'jane', payload: { code: 'A' } },
    { name: 'absent', to: 'jane' },
    { name, to: 'jane', payload: {} },
    { name, to: 'bob', payload: { code: 'A' } },
  ];
  const { text } = await keyed(ctx, 'bulk', (own) => triggerBulk(own, { events } as never));
  expect(JSON.parse(text ?? '')).toMatchObject([
    { status: 'processed' },
    { status: 'error', error: ['workflow_not_found', expect.any(String)] },
    { status: 'error', error: ['code is required'] },
    { status: 'processed' },
  ]);
  expect(await runsOf(ctx)).toHaveLength(2);
  await flushAll();
  const where = { environmentId: ctx.environmentId };
  const refusals = await prisma().triggerRefusal.findMany({ where, orderBy: { id: 'asc' } });
  expect(refusals.map(({ code }) => code)).toEqual(['workflow_unknown', 'payload_invalid']);
});

test('a payload is checked again if its workflow changes during the check', async () => {
  const { ctx } = await sampleEnvironment();
  const name = await checkedWorkflow(ctx, SLOW);
  const { environmentId } = ctx;
  const triggered = keyed(ctx, 'k', (own) => triggerEvent(own, body(name, { plan: 7 })));
  const data = { payloadSchema: { type: 'object' }, updatedAt: new Date(Date.now() + 5) };
  await prisma().workflow.updateMany({ where: { environmentId, identifier: name }, data: data as never });
  expect((await triggered).status).toBe(201);
});
