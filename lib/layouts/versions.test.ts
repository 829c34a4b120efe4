import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { publishEnvironment } from '#lib/publishing/publish.ts';
import { undoPublication } from '#lib/publishing/undo.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { createLayout, duplicateLayout, setDefaultLayout, updateLayout } from './service.ts';
import { getLayoutVersion, listLayoutVersions, restoreLayoutVersion } from './versions.ts';

ownScratchDatabase();

const html = (text: string) => ({ email: { body: `<b>${text}</b>{{ content }}`, editorType: 'html' as const } });

/** A layout that was created and changed once. */
async function layout() {
  const sample = await sampleEnvironment();
  const ctx: Ctx = { ...sample.ctx, actor: { type: 'apiKey', apiKeyId: newId(), scope: 'all', canPublish: true } };
  await createLayout(ctx, { name: 'House', layoutId: 'house', controlValues: html('one') });
  await updateLayout(ctx, 'house', { name: 'House style', controlValues: html('two') });
  const versions = async (layoutId = 'house') => (await listLayoutVersions(ctx, layoutId, { limit: 20 })).data;
  return { ctx, versions };
}

test('each save that changes the content is a version with its changes and its author', async () => {
  const { ctx, versions } = await layout();
  await updateLayout(ctx, 'house', { name: 'House style' });
  await setDefaultLayout(ctx, 'house');
  expect(await versions()).toMatchObject([
    {
      ...{ version: 2, cause: 'update', current: true },
      changes: [
        { path: 'name', kind: 'changed', before: 'House', after: 'House style' },
        { path: 'body', before: '<b>one</b>{{ content }}', after: '<b>two</b>{{ content }}' },
      ],
    },
    { version: 1, cause: 'create', current: false, changes: [] },
  ]);
  expect((await versions())[0]?.createdBy.label).toBeTruthy();
  const { data, next } = await listLayoutVersions(ctx, 'house', { limit: 1 });
  expect([data[0]?.version, next]).toEqual([2, '2']);
  expect((await listLayoutVersions(ctx, 'house', { limit: 1, after: '2' })).data[0]?.version).toBe(1);
  expect((await getLayoutVersion(ctx, 'house', 1)).definition).toMatchObject({ name: 'House' });
  await expect(getLayoutVersion(ctx, 'house', 3)).rejects.toMatchObject({ code: 'not_found' });
});

test('restoring writes the earlier content as a new version, and rejects a stale caller', async () => {
  const { ctx, versions } = await layout();
  await expect(restoreLayoutVersion(ctx, 'house', 1, '"1"')).rejects.toMatchObject({ code: 'precondition_failed' });
  const { layout: after, version } = await restoreLayoutVersion(ctx, 'house', 1, '"2"');
  expect([after.name, after.controls.values, version]).toEqual(['House', html('one'), 3]);
  expect((await versions()).map((each) => each.cause)).toEqual(['restore', 'update', 'create']);
  await restoreLayoutVersion(ctx, 'house', 1);
  expect(await versions(), 'equal content writes nothing').toHaveLength(3);
  const { environmentId } = ctx;
  expect(await prisma().auditEntry.count({ where: { environmentId, action: 'layouts.restore' } })).toBe(1);
});

test('the next save of a layout without versions keeps its content', async () => {
  const { ctx, versions } = await layout();
  await prisma().layoutVersion.deleteMany({ where: { environmentId: ctx.environmentId } });
  expect(await versions()).toEqual([]);
  await updateLayout(ctx, 'house', { name: 'New' });
  expect(await versions()).toMatchObject([
    { version: 3, changes: [{ path: 'name', before: 'House style', after: 'New' }] },
    { version: 2, cause: 'update', changes: [] },
  ]);
});

test('a copy has a separate history, in the same and in another environment', async () => {
  const { ctx, versions } = await layout();
  await duplicateLayout(ctx, 'house', { name: 'Copy', layoutId: 'copy' });
  expect(await versions('copy')).toMatchObject([{ version: 1, cause: 'duplicate' }]);
  const { organizationId } = ctx;
  const there = { ...ctx, environmentId: newId() };
  const environment = { organizationId, name: 'Production', slug: 'production', type: 'production', position: 1 };
  await prisma().environment.create({ data: { id: there.environmentId, ...environment } });
  const publish = () =>
    publishEnvironment(ctx, there.environmentId, { dryRun: false, layouts: ['house'], resources: [] });
  const published = async () => (await listLayoutVersions(there, 'house', { limit: 20 })).data;
  await publish();
  expect(await published()).toMatchObject([{ version: 1, cause: 'sync', changes: [] }]);
  await updateLayout(ctx, 'house', { name: 'Later' });
  const { publicationId } = await publish();
  await undoPublication(ctx, there.environmentId, publicationId ?? '');
  expect((await published()).map(({ cause }) => cause)).toEqual(['restore', 'sync', 'sync']);
});
