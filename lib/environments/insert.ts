import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Environment, Prisma } from '#prisma/generated/client.ts';

/** Creates the row of an environment, and its first notification group. */
export async function insertEnvironment(
  data: Omit<Prisma.EnvironmentUncheckedCreateInput, 'id'>,
): Promise<Environment> {
  const made = await prisma().environment.create({ data: { ...data, id: newId() } });
  await prisma().notificationGroup.create({ data: { id: newId(), environmentId: made.id, name: 'General' } });
  return made;
}
