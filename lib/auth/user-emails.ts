import { prisma } from '#lib/db.ts';

/** The e-mail addresses of users by id, also of those who are members no more. */
export async function userEmails(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const users = await prisma().user.findMany({ where: { id: { in: wanted } }, select: { id: true, email: true } });
  return new Map(users.map(({ id, email }) => [id, email]));
}
