import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { createEnvironmentVariable } from '#lib/environment-variables/service.ts';
import { newId } from '#lib/id.ts';
import { createLayout } from '#lib/layouts/service.ts';
import { prisma } from '#lib/postgres/db.ts';
import { INBOX_TEST } from '#lib/workflows/inbox-test.ts';
import { createWorkflow, patchWorkflow } from '#lib/workflows/service.ts';
import { sampleEnvironment, sampleIntegrations, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { diffEnvironments } from './diff.ts';
import { publishEnvironment } from './publish.ts';
import { undoPublication } from './undo.ts';

ownScratchDatabase();

const NOTHING = { dryRun: false, layouts: [] };
const SECRET = 'sk_live_4d1f0c7be2a9';

/** Two environments of one organization, and a key that may publish. */
async function world() {
  const sample = await sampleEnvironment();
  const organizationId = sample.ctx.organizationId;
  const productionId = newId();
  await prisma().environment.create({
    data: { id: productionId, organizationId, name: 'Production', slug: 'production', type: 'production', position: 1 },
  });
  const ctx: Ctx = { ...sample.ctx, actor: { type: 'apiKey', apiKeyId: newId(), scope: 'all', canPublish: true } };
  return { ...sample, ctx, there: { ...ctx, environmentId: productionId } };
}

const text = (body: string) => ({ type: 'sms', name: 'Text', controlValues: { body } });
const mail = (layoutId: string) => ({
  ...{ type: 'email', name: 'Mail' },
  controlValues: { subject: 'S', body: '<p>B</p>', editorType: 'html', layoutId },
});

async function made(ctx: Ctx, workflowId: string, step: object, active = true): Promise<void> {
  await createWorkflow(ctx, { name: workflowId, workflowId, active, steps: [step] } as never);
}

const patch = (ctx: Ctx, workflowId: string, body: object) => patchWorkflow(ctx, workflowId, body as never);
const rename = (ctx: Ctx, workflowId: string, name: string) => patch(ctx, workflowId, { name });

async function workflowsOf({ environmentId }: Ctx): Promise<string[]> {
  const rows = await prisma().workflow.findMany({
    where: { environmentId, deletedAt: null },
    orderBy: { identifier: 'asc' },
  });
  return rows.map(({ identifier, name, active }) => `${identifier}: ${name}, ${active ? 'active' : 'paused'}`);
}

const named = (...ids: string[]) => ids.map((resourceId) => ({ resourceType: 'REGULAR' as const, resourceId }));

test('the workflow of inbox test messages is neither compared nor published', async () => {
  const { ctx, there } = await world();
  await made(ctx, INBOX_TEST, text('Hi'));
  expect((await diffEnvironments(ctx, there.environmentId, {})).resources).toEqual([]);
  expect((await publishEnvironment(ctx, there.environmentId, NOTHING)).summary.resources).toBe(0);
});

test('all workflows are published with their layouts, then nothing is left to publish', async () => {
  const { ctx, there } = await world();
  await sampleIntegrations(there, ['sms']);
  await createLayout(ctx, { name: 'House', layoutId: 'house' });
  await made(ctx, 'a', text('Hi'));
  await made(ctx, 'b', mail('house'));
  await made(ctx, 'c', text('Hi'), false);
  const dry = await publishEnvironment(ctx, there.environmentId, { ...NOTHING, dryRun: true });
  expect(await workflowsOf(there), 'a dry run writes nothing').toEqual([]);
  const { publicationId, ...result } = await publishEnvironment(ctx, there.environmentId, NOTHING);
  expect(result).toEqual(dry);
  expect(result.summary).toEqual({ resources: 3, successful: 3, failed: 0, skipped: 0 });
  expect(result.layouts).toEqual([{ layoutId: 'house', name: 'House', action: 'created' }]);
  expect(await workflowsOf(there)).toEqual(['a: a, active', 'b: b, paused', 'c: c, paused']);
  const diff = await diffEnvironments(ctx, there.environmentId, {});
  expect(diff.resources.map(({ status }) => status)).toEqual(['same', 'same', 'same']);
  const states = diff.resources.map(({ activeHere, activeThere }) => [activeHere, activeThere]);
  expect(states).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
  expect(diff.summary).toEqual({ totalEntities: 3, totalChanges: 0, hasChanges: false });
  expect(diff.lastPublication).toMatchObject({
    ...{ _id: publicationId, workflows: 3, layouts: 1 },
    created: { workflows: 3, layouts: 1 },
  });
  await made(there, 'there', text('Hi'));
  expect((await diffEnvironments(ctx, there.environmentId, {})).onlyInTarget).toEqual({
    workflows: [{ id: 'there', name: 'there' }],
    layouts: [],
  });
  const again = await publishEnvironment(ctx, there.environmentId, NOTHING);
  expect(again.summary).toEqual({ resources: 3, successful: 0, failed: 0, skipped: 3 });
  expect(again.publicationId, 'nothing was written').toBeUndefined();
});

test('workflows that cannot be published are returned, and the others are published', async () => {
  const { ctx, there } = await world();
  await made(ctx, 'good', text('Hi'));
  await createLayout(ctx, { name: 'Gone', layoutId: 'gone' });
  await made(ctx, 'bad', mail('gone'));
  await prisma().layout.deleteMany({ where: { environmentId: ctx.environmentId } });
  const resources = [...named('good', 'bad', 'nothing'), { resourceType: 'ECHO' as const, resourceId: 'good' }];
  const { results, summary } = await publishEnvironment(ctx, there.environmentId, {
    ...NOTHING,
    resources,
    layouts: ['lost'],
  });
  expect(summary).toMatchObject({ successful: 1, failed: 4 });
  expect(results[0]?.failed.map(({ error }) => error)).toEqual([
    'Neither Development nor Production has the layout “gone”. Choose another one in the step.',
    'Development has no workflow “nothing”.',
    'Development has no workflow “good”.',
    'Development has no layout “lost”.',
  ]);
  expect(await workflowsOf(there)).toEqual(['good: good, paused']);
});

test('undo restores changed workflows, deletes new ones, and pauses ones that have run', async () => {
  const { ctx, there, drain } = await world();
  await sampleIntegrations(there, ['sms']);
  await createLayout(there, { name: 'House there', layoutId: 'house' });
  await createLayout(ctx, { name: 'House', layoutId: 'house' });
  await createLayout(ctx, { name: 'Second', layoutId: 'second' });
  for (const id of ['changed', 'fresh', 'run']) await made(ctx, id, text('Hi'));
  await made(ctx, 'framed', mail('second'));
  await made(there, 'changed', text('Before'));
  await rename(there, 'changed', 'Before');
  const before = await workflowsOf(there);
  const { publicationId = '' } = await publishEnvironment(ctx, there.environmentId, { ...NOTHING, layouts: ['house'] });
  expect(await workflowsOf(there)).toEqual([
    'changed: changed, active',
    'framed: framed, paused',
    'fresh: fresh, active',
    'run: run, active',
  ]);
  await trigger(there, 'run', 'jane');
  await drain();
  await patch(there, 'changed', { active: false });
  const result = await undoPublication(ctx, there.environmentId, publicationId);
  expect(result.refused).toEqual([]);
  expect(Object.fromEntries(result.undone.map(({ id, action }) => [id, action]))).toEqual({
    ...{ changed: 'restored', framed: 'deleted', fresh: 'deleted', run: 'paused' },
    ...{ house: 'restored', second: 'deleted' },
  });
  expect(await workflowsOf(there)).toEqual([before[0]?.replace('active', 'paused'), 'run: run, paused']);
  const layouts = await prisma().layout.findMany({ where: { environmentId: there.environmentId } });
  expect(layouts.map(({ name }) => name)).toEqual(['House there']);
  expect((await diffEnvironments(ctx, there.environmentId, {})).lastPublication).toBeUndefined();
  await expect(undoPublication(ctx, there.environmentId, publicationId)).rejects.toThrow('already undone');
  await expect(undoPublication(ctx, ctx.environmentId, publicationId)).rejects.toThrow('not found');
});

test('undo keeps what changed since the publication', async () => {
  const { ctx, there } = await world();
  await createLayout(ctx, { name: 'House', layoutId: 'house' });
  for (const id of ['edited', 'gone', 'kept']) await made(ctx, id, text('Hi'));
  await made(ctx, 'framed', mail('house'));
  const { publicationId = '' } = await publishEnvironment(ctx, there.environmentId, NOTHING);
  await rename(there, 'edited', 'Mine');
  await rename(there, 'framed', 'Mine too');
  await prisma().workflow.updateMany({
    where: { environmentId: there.environmentId, identifier: 'gone' },
    data: { deletedAt: new Date() },
  });
  const { undone, refused } = await undoPublication(ctx, there.environmentId, publicationId);
  expect(undone).toEqual([{ type: 'workflow', id: 'kept', name: 'kept', action: 'deleted' }]);
  const changed = 'Changed after the publication. Restore a version on its page instead.';
  expect(refused.map(({ id, reason }) => [id, reason])).toEqual([
    ['edited', changed],
    ['framed', changed],
    ['gone', 'Deleted after the publication.'],
    ['house', '“Mine too” uses it.'],
  ]);
  expect(await workflowsOf(there)).toEqual(['edited: Mine, paused', 'framed: Mine too, paused']);
});

test('simultaneous publications, in opposite directions or repeated, leave complete content', async () => {
  const { ctx, there } = await world();
  for (const id of ['a', 'b', 'c']) {
    await made(ctx, id, text('Here'));
    await made(there, id, text('There'));
  }
  const forth = () => publishEnvironment(ctx, there.environmentId, NOTHING);
  const back = () => publishEnvironment(there, ctx.environmentId, { ...NOTHING, resources: named('c', 'b', 'a') });
  await Promise.all([forth(), back(), forth(), back(), forth()]);
  const { summary } = await diffEnvironments(ctx, there.environmentId, {});
  expect(summary.hasChanges).toBe(false);
});

test('the value of a secret variable is in no comparison, response, publication or audit record', async () => {
  const { ctx, there } = await world();
  const values = [{ _environmentId: ctx.environmentId, value: SECRET }];
  await createEnvironmentVariable(ctx, { key: 'TOKEN', type: 'string', isSecret: true, values });
  await createEnvironmentVariable(ctx, { key: 'URL', type: 'string', isSecret: false, values: [] });
  const headers = [{ key: 'Authorization', value: `Bearer ${SECRET}` }];
  const controlValues = { method: 'GET', url: 'https://a.example/{{ env.TOKEN }}', headers };
  await made(ctx, 'call', { type: 'http_request', name: 'Call', controlValues });
  const diff = await diffEnvironments(ctx, there.environmentId, {});
  expect(diff.variables).toEqual([{ key: 'TOKEN', isSecret: true, inSource: true, inTarget: false }]);
  expect(diff.resources[0]?.preflight).toMatchObject([{ about: 'variable', effect: 'pauses' }, { about: 'issue' }]);
  const published = await publishEnvironment(ctx, there.environmentId, NOTHING);
  await patch(ctx, 'call', {
    steps: [{ type: 'http_request', name: 'Call', controlValues: { ...controlValues, url: '' } }],
  });
  const second = await diffEnvironments(ctx, there.environmentId, {});
  expect(second.resources[0]?.changes.length).toBeGreaterThan(0);
  const undone = await undoPublication(ctx, there.environmentId, published.publicationId ?? '');
  const publications = await prisma().publication.findMany({ where: { environmentId: there.environmentId } });
  const audited = await prisma().auditEntry.findMany({ where: { organizationId: ctx.organizationId } });
  expect(audited).toContainEqual(
    expect.objectContaining({ action: 'environments.publish', environmentId: there.environmentId }),
  );
  for (const each of [diff, published, second, undone, publications, audited])
    expect(JSON.stringify(each)).not.toContain(SECRET);
});
