import { prisma } from '#lib/postgres/db.ts';
import type { Sender } from './sender.ts';

/** Returns the integrations of the environment by ID. An unknown integration has only its ID. */
export async function findSenders(environmentId: string, ids: readonly string[]): Promise<Map<string, Sender>> {
  const found = await prisma().integration.findMany({
    where: { environmentId, id: { in: [...new Set(ids)] } },
    select: { id: true, name: true, identifier: true, deletedAt: true },
  });
  const known = found.map(({ id, name, identifier, deletedAt }): [string, Sender] => [
    id,
    { _id: id, name, ...(deletedAt === null && { identifier }) },
  ]);
  return new Map([...ids.map((id): [string, Sender] => [id, { _id: id }]), ...known]);
}

/** Returns an integration of the environment. An unknown integration has only its ID. */
export async function findSender(environmentId: string, id: string): Promise<Sender> {
  return (await findSenders(environmentId, [id])).get(id) ?? { _id: id };
}
