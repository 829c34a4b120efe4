import { prisma } from '#lib/postgres/db.ts';
import type { Prisma } from '#prisma/generated/client.ts';

/** Revokes the open links that match `where`. */
export async function revokePasswordResets(where: Prisma.PasswordResetWhereInput): Promise<void> {
  const open = { usedAt: null, revokedAt: null };
  await prisma().passwordReset.updateMany({ where: { ...where, ...open }, data: { revokedAt: new Date() } });
}
