import { isObject } from '#lib/json/values.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Prisma } from '#prisma/generated/client.ts';

/**
 * Updates a connection to the current ID of its chat, unless the connection was changed in the meantime. This does not count
 * as a changed address, because the chat is the same.
 */
export async function moveChat(
  environmentId: string,
  connectionId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const where = { environmentId, id: connectionId };
  const row = await prisma().subscriberChannel.findFirst({ where, select: { credentials: true } });
  if (!row || !isObject(row.credentials) || row.credentials.channel !== from) return;
  const stored = row.credentials as Prisma.JsonObject;
  await prisma().subscriberChannel.updateMany({
    where: { ...where, credentials: { equals: stored } },
    data: { credentials: { ...stored, channel: to } },
  });
}
