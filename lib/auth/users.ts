import { prisma } from '#lib/postgres/db.ts';
import type { User } from '#prisma/generated/client.ts';

/** The fields by which responses identify the user who created or changed a resource. */
export type NamedUser = Pick<User, 'id' | 'email' | 'name' | 'firstName' | 'lastName'>;

const select = { id: true, email: true, name: true, firstName: true, lastName: true };

/** Reads users by ID, including former members. */
export async function findUsers(ids: readonly (string | null)[]): Promise<Map<string | null, NamedUser>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const users = await prisma().user.findMany({ where: { id: { in: wanted } }, select });
  return new Map(users.map((user) => [user.id, user]));
}
