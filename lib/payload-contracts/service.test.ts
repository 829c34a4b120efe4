import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import { sealed } from '#lib/request-log/details.ts';
import { sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { insertRuns } from '#testing/notification-runs.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { readSample } from './sample.ts';
import { PayloadContract } from './schema.ts';
import { getPayloadContract } from './service.ts';

ownScratchDatabase();

const SECRET = '4919';
const steps = [
  {
    ...{ type: 'sms', name: 'Text' },
    controlValues: {
      body: 'Hi {{ payload.name }}: {{ payload.order.total }}',
      skip: { '==': [{ var: 'payload.silent' }, true] },
    },
  },
];

async function contract(ctx: Ctx, workflowId: string) {
  const found = PayloadContract.parse(await getPayloadContract(ctx, workflowId));
  expect(JSON.stringify(found), 'no values').not.toContain(SECRET);
  return { ...found, byPath: new Map(found.variables.map((variable) => [variable.path, variable])) };
}

test('the payloads of triggers are compared with the variables of templates and skip rules', async () => {
  const { ctx } = await sampleEnvironment();
  const workflowId = await sampleWorkflow(ctx, steps);
  expect(await contract(ctx, workflowId)).toMatchObject({ sample: { triggers: 0, isWhole: true, from: null } });
  await trigger(ctx, workflowId, ['jane', 'bo'], { payload: { name: 'Jane', order: { total: 5 }, pin: SECRET } });
  await trigger(ctx, workflowId, 'jane', { payload: { name: 'Jane', order: { total: SECRET } } });
  await trigger(ctx, await sampleWorkflow(ctx, steps), 'jane', { payload: { ofAnotherWorkflow: true } });
  const { sample, byPath } = await contract(ctx, workflowId);
  expect([...byPath.keys()]).not.toContain('ofAnotherWorkflow');
  expect(sample, 'two runs of one trigger count once').toMatchObject({ triggers: 2, isWhole: true });
  expect(byPath.get('name')).toMatchObject({ seen: 2, missing: 0 });
  expect(byPath.get('silent')).toMatchObject({ seen: 0, missing: 2 });
  expect(byPath.get('silent')?.usedBy).toHaveLength(1);
  expect(byPath.get('order.total')?.types.map(({ type }) => type)).toEqual(['number', 'string']);
  expect(byPath.get('pin')).toMatchObject({ usedBy: [], seen: 1 });
  await prisma().workflow.updateMany({ where: { environmentId: ctx.environmentId }, data: { isSensitive: true } });
  expect((await contract(ctx, workflowId)).byPath.has('pin'), 'a sensitive workflow').toBe(false);
});

test('the API keys behind the triggers are named for readers of the request log', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  const workflowId = await sampleWorkflow(ctx, steps);
  const sent = [await trigger(ctx, workflowId, 'jane'), await trigger(ctx, workflowId, 'bo')];
  await trigger(ctx, workflowId, 'kim');
  const other = await trigger(ctx, await sampleWorkflow(ctx, steps), 'jane');
  const key = { id: newId(), environmentId, name: 'Shop', hash: newId(), hint: 'x' };
  await prisma().apiKey.create({ data: key });
  const at = new Date();
  for (const { transactionId } of [...sent, other]) {
    const id = newId(at);
    const details = sealed(environmentId, id, { a: JSON.stringify({ data: { transactionId } }) });
    const call = { method: 'POST', path: '/api/v1/events/trigger', operationId: 'triggerEvent', status: 201 };
    await prisma().requestLogEntry.create({
      data: { id, environmentId, apiKeyId: key.id, ...call, durationMs: 1, requestId: id, details, createdAt: at },
    });
  }
  const actor = { type: 'user', userId: 'u', email: 'ann@example.com', role: 'developer', sessionId: 's' } as const;
  expect((await contract({ ...ctx, actor }, workflowId)).callers).toEqual([
    { apiKey: { _id: key.id, name: 'Shop' }, triggers: 2, lastAt: at.toISOString() },
  ]);
  expect((await contract({ ...ctx, actor: { ...actor, role: 'support' } }, workflowId)).callers).toBeUndefined();
  expect((await contract(ctx, workflowId)).callers, 'an API key').toBeUndefined();
});

test('the newest 1,000 of many runs are read by an index', async () => {
  const { ctx } = await sampleEnvironment();
  await insertRuns(ctx, { count: 30_000, from: Date.now() - 40_000_000, everyMs: 1_000 });
  await execute('ANALYZE');
  const sample = () => readSample(ctx.environmentId, 'w');
  expect(await sample()).toMatchObject({ isWhole: false });
  expect((await sample()).payloads.length).toBeGreaterThan(0);
  const { rows, nodes } = await planCost(sample);
  expect(rows).toBeLessThan(4_000);
  expect([...nodes]).not.toContain('Seq Scan');
});
