import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { CreateEnvironmentBody, UpdateEnvironmentBody } from './schema.ts';
import { createEnvironment, listEnvironments, MAX_ENVIRONMENTS, updateEnvironment } from './service.ts';
import { listEnvironmentUsage } from './usage.ts';

ownScratchDatabase();

let ctx: Ctx;

beforeEach(async () => {
  const sample = await sampleEnvironment();
  const actor = { type: 'user', userId: newId(), email: 'a@example.com', role: 'admin', sessionId: 's' } as const;
  ctx = { ...sample.ctx, actor };
});

const create = (body: object) => createEnvironment(ctx, CreateEnvironmentBody.parse(body));
const update = (id: string, body: object) => updateEnvironment(ctx, id, UpdateEnvironmentBody.parse(body));
const taken = (field: string) => ({ status: 422, errors: { [field]: { messages: [expect.any(String)] } } });

test.each([
  ['Staging', 'staging'],
  ['Café & Tests', 'cafe-tests'],
  ['Settings', 'settings-2'],
  ['Development', 'development-2'],
  ['试验', 'environment'],
  [`${'long '.repeat(9)}name`, 'long-long-long-long-long-long-long-lo'],
])('%s gets the slug %s', async (name, slug) => {
  if (name === 'Development') await update(ctx.environmentId, { name: 'Earlier' });
  expect(await create({ name })).toMatchObject({ name, slug, type: 'dev', color: 'blue' });
});

test('a name or slug of another environment is rejected, in upper and lower case', async () => {
  const { _id } = await create({ name: 'Staging', slug: 'stage' });
  await expect(create({ name: 'STAGING' })).rejects.toMatchObject(taken('name'));
  await expect(create({ name: 'Other', slug: 'stage' })).rejects.toMatchObject(taken('slug'));
  await expect(update(ctx.environmentId, { name: 'staging' })).rejects.toMatchObject(taken('name'));
  expect(await update(_id, { name: 'STAGING', slug: 'stage' })).toMatchObject({ name: 'STAGING', slug: 'stage' });
});

test('only one of several simultaneous creations with one name succeeds, and positions differ', async () => {
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => create({ name: 'Staging' })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await Promise.all(['A', 'B', 'C', 'D'].map((name) => create({ name })));
  const rows = await prisma().environment.findMany({ where: { organizationId: ctx.organizationId } });
  expect(new Set(rows.map(({ position }) => position)).size).toBe(6);
  expect(await prisma().notificationGroup.count({ where: { environmentId: { in: rows.map(({ id }) => id) } } })).toBe(
    6,
  );
});

test('an organization has a limited number of environments', async () => {
  const more = Array.from({ length: MAX_ENVIRONMENTS + 2 }, (_, number) => create({ name: `E${number}` }));
  const results = await Promise.allSettled(more);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  expect(await listEnvironments(ctx)).toHaveLength(MAX_ENVIRONMENTS);
  await expect(create({ name: 'One more' })).rejects.toMatchObject({ status: 400 });
});

test('kind and colour can be changed, and both are audited', async () => {
  const { _id } = await create({ name: 'Staging', color: '#00ff00' });
  expect(await update(_id, { type: 'prod' })).toMatchObject({ name: 'Staging', type: 'prod', color: 'green' });
  expect(await create({ name: 'Live', type: 'prod' })).toMatchObject({ color: 'amber' });
  const [entry] = await prisma().auditEntry.findMany({ where: { resourceId: _id, action: 'environments.update' } });
  expect(entry).toMatchObject({ before: { type: 'dev', color: 'green' }, after: { type: 'prod', color: 'green' } });
});

test('the reply address is an email address, and audited', async () => {
  const id = ctx.environmentId;
  for (const replyTo of ['help', 'a@example.com, b@example.com', 'Help help@example.com', '<>', 'x@y'])
    await expect(update(id, { replyTo })).rejects.toMatchObject(taken('replyTo'));
  const replyTo = 'Help & more <help@example.com>';
  expect(await update(id, { replyTo })).toMatchObject({ replyTo });
  expect(await update(id, { color: 'green' }), 'an absent field stays').toMatchObject({ replyTo });
  expect(await update(id, { replyTo: null })).not.toHaveProperty('replyTo');
  const entries = await prisma().auditEntry.findMany({ where: { resourceId: id }, orderBy: { id: 'asc' } });
  expect(entries.map(({ after }) => (after as { replyTo: unknown }).replyTo)).toEqual([replyTo, replyTo, null]);
});

test('failover is switched on and off, and audited', async () => {
  const id = ctx.environmentId;
  expect(await update(id, { failover: true })).toMatchObject({ failover: true });
  expect(await update(id, { color: 'green' }), 'an absent field stays').toMatchObject({ failover: true });
  expect(await update(id, { failover: false })).not.toHaveProperty('failover');
  const entries = await prisma().auditEntry.findMany({ where: { resourceId: id }, orderBy: { id: 'asc' } });
  expect(entries.map(({ after }) => (after as { failover: unknown }).failover)).toEqual([true, true, false]);
});

test('the origins of the inbox are stored in their usual form, and audited', async () => {
  const id = ctx.environmentId;
  const inboxOrigins = [
    'HTTPS://App.Example.com:443',
    'https://app.example.com',
    'http://localhost:5173',
    'Capacitor://localhost',
  ];
  const stored = ['https://app.example.com', 'http://localhost:5173', 'capacitor://localhost'];
  expect(await update(id, UpdateEnvironmentBody.parse({ inboxOrigins }))).toMatchObject({ inboxOrigins: stored });
  expect(await update(id, { color: 'green' }), 'an absent field stays').toMatchObject({ inboxOrigins: stored });
  expect(await update(id, { inboxOrigins: [] })).not.toHaveProperty('inboxOrigins');
  const entries = await prisma().auditEntry.findMany({ where: { resourceId: id }, orderBy: { id: 'asc' } });
  expect(entries.map(({ after }) => (after as { inboxOrigins: unknown }).inboxOrigins)).toEqual([stored, stored, []]);
  for (const wrong of [
    'app.example.com',
    'https://app.example.com/',
    'https://a.example/x',
    'https://u@a.example',
    '*',
    'https://[',
    '',
  ])
    expect(UpdateEnvironmentBody.safeParse({ inboxOrigins: [wrong] }).success, wrong).toBe(false);
});

test.each([
  ['a zero width space', 'Test\u200bing'],
  ['a change of direction', 'Live\u202e'],
  ['a line break', 'a\nb'],
  ['NUL', 'a\0b'],
  ['an unpaired surrogate', 'a\ud800'],
  ['nothing but blanks', '   '],
  ['too many characters', 'x'.repeat(51)],
])('a name with %s is rejected', (_, name) => expect(CreateEnvironmentBody.safeParse({ name }).success).toBe(false));

test('the usage counts the contents of each environment', async () => {
  const { _id } = await create({ name: 'Staging' });
  const workflowId = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'Hello' } }]);
  await trigger(ctx, workflowId, 'jane');
  const empty = { layouts: 0, integrations: 0, apiKeys: 0, subscribersCapped: false, sensitiveWorkflows: [] };
  const [workflow] = await prisma().workflow.updateManyAndReturn({
    where: { environmentId: ctx.environmentId, identifier: workflowId },
    data: { isSensitive: true },
  });
  const sensitiveWorkflows = [{ workflowId, name: workflow?.name }];
  expect(await listEnvironmentUsage(ctx)).toEqual([
    {
      ...{ ...empty, _environmentId: ctx.environmentId, workflows: 1, subscribers: 1, sensitiveWorkflows },
      lastRunAt: expect.any(String),
    },
    { ...empty, _environmentId: _id, workflows: 0, subscribers: 0 },
  ]);
});
