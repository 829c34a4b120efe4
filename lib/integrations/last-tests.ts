import type { Ctx } from '#lib/api/context.ts';
import { actorNames } from '#lib/audit-log/actor.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { LastTest } from './schema.ts';

/**
 * Stores the result of a test, which replaces the earlier result. Does nothing if the integration was deleted since
 * then.
 */
export async function keepLastTest(
  { environmentId, actor }: Ctx,
  integrationId: string,
  test: Pick<LastTest, 'kind' | 'outcome' | 'message'>,
): Promise<void> {
  const where = { environmentId, id: integrationId, deletedAt: null };
  if (!(await prisma().integration.findFirst({ where, select: { id: true } }))) return;
  const data = { ...test, testedBy: (await actorNames(actor)).actorLabel, testedAt: new Date() };
  await prisma().integrationTest.upsert({
    where: { environmentId_integrationId: { environmentId, integrationId } },
    create: { environmentId, integrationId, ...data },
    update: data,
  });
}

/** Returns the last test of each integration of the environment, by the integration's ID. */
export async function lastTests(environmentId: string): Promise<Map<string, LastTest>> {
  const rows = await prisma().integrationTest.findMany({ where: { environmentId }, orderBy: { integrationId: 'asc' } });
  return new Map(
    rows.map(({ integrationId, kind, outcome, message, testedBy, testedAt }) => [
      integrationId,
      { kind, outcome, message, testedBy, testedAt: testedAt.toISOString() } as LastTest,
    ]),
  );
}
