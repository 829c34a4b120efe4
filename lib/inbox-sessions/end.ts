import type { Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import { closeEndedSockets } from '#lib/inbox-sockets/announce.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { requireSubscriberId } from '#lib/subscribers/find.ts';

/**
 * Ends all inbox sessions of a subscriber: after the commit, their tokens are rejected. A page needs a valid hash to
 * begin a new session.
 *
 * @throws ApiError `not_found`.
 */
export async function endInboxSessions(ctx: Ctx, subscriberId: string): Promise<void> {
  await transaction(async () => {
    const { environmentId } = ctx;
    const id = await requireSubscriberId(environmentId, subscriberId);
    const where = { environmentId, subscriberId: id, revokedAt: null, expiresAt: { gt: new Date() } };
    const { count } = await prisma().inboxSession.updateMany({ where, data: { revokedAt: new Date() } });
    if (count === 0) return;
    closeEndedSockets(environmentId, id);
    await audit(ctx, {
      action: 'subscribers.endInboxSessions',
      resourceType: 'subscribers',
      resourceId: id,
      resourceLabel: subscriberId,
      after: { ended: count },
    });
  });
}
