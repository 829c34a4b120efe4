import { announceInbox, isInboxFollowed } from '#lib/inbox-sockets/announce.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Prisma } from '#prisma/generated/client.ts';

/**
 * The maximum number of messages whose removal is announced. Recipients of further messages see the removal when they
 * load the inbox again.
 */
const MAX_MESSAGES = 5_000;

/**
 * Announces that matching in-app messages leave the inboxes of their recipients. Called before they are deleted, in the
 * same transaction. Reads nothing unless an inbox of the environment is open.
 */
export async function announceRemoval(environmentId: string, where: Prisma.MessageWhereInput): Promise<void> {
  if (!isInboxFollowed(environmentId)) return;
  const rows = await prisma().message.findMany({
    where: { environmentId, AND: [where, { channel: 'in_app' }] },
    select: { subscriberId: true },
    take: MAX_MESSAGES,
  });
  for (const subscriberId of new Set(rows.map((row) => row.subscriberId)))
    announceInbox(environmentId, subscriberId, { kind: 'read' });
}
