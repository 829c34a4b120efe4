import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { SavedViewList } from './schema.ts';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './service.ts';

ownScratchDatabase();

let ctx: Ctx;

beforeAll(async () => {
  ({ ctx } = await sampleEnvironment());
});

async function person(role: Role): Promise<Ctx> {
  const userId = newId();
  await prisma().user.create({ data: { id: userId, name: role, email: `${userId}@example.com` } });
  return { ...ctx, actor: { type: 'user', userId, email: `${userId}@example.com`, role, sessionId: 's' } };
}

const view = (name: string, shared = false) => ({ page: 'activity' as const, name, query: 'status=failed', shared });
const namesOf = async (who: Ctx) => SavedViewList.parse(await listSavedViews(who)).map(({ name, own }) => [name, own]);

test('a view is private until it is shared', async () => {
  const [ann, bob] = [await person('support'), await person('support')];
  const failed = await createSavedView(ann, view('Failed'));
  await createSavedView(ann, view('All of it', true));
  await createSavedView(bob, view('Mine'));
  expect(await namesOf(ann)).toEqual([
    ['All of it', true],
    ['Failed', true],
  ]);
  expect(await namesOf(bob)).toEqual([
    ['All of it', false],
    ['Mine', true],
  ]);
  await updateSavedView(ann, failed._id, { shared: true });
  expect(await namesOf(bob)).toContainEqual(['Failed', false]);
  expect(await prisma().auditEntry.count({ where: { resourceId: failed._id } })).toBe(2);
});

test('a view belongs to its page', async () => {
  const ann = await person('support');
  await createSavedView(ann, { ...view('Bounces'), page: 'messages' });
  await createSavedView(ann, view('Failed'));
  expect((await listSavedViews(ann)).filter(({ own }) => own).map(({ page, name }) => [page, name])).toEqual([
    ['messages', 'Bounces'],
    ['activity', 'Failed'],
  ]);
});

test('a private view of another member is hidden, and only its author and admins change a shared one', async () => {
  const [ann, bob, admin] = [await person('support'), await person('developer'), await person('admin')];
  const own = await createSavedView(ann, view('Secret'));
  const shared = await createSavedView(ann, view('Open', true));
  for (const who of [bob, admin]) {
    await expect(deleteSavedView(who, own._id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(updateSavedView(who, newId(), { name: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  }
  await expect(updateSavedView(bob, shared._id, { name: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
  await deleteSavedView(admin, shared._id);
  expect(await namesOf(ann)).not.toContainEqual(['Open', true]);
  const elsewhere = { ...ann, environmentId: (await sampleEnvironment()).ctx.environmentId };
  await expect(deleteSavedView(elsewhere, own._id)).rejects.toMatchObject({ code: 'not_found' });
});
