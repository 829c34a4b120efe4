import type { Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import { closeEndedSockets } from '#lib/inbox-sockets/announce.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { requireSubscriberId } from '#lib/subscribers/find.ts';

/**
 * Ends all inbox sessions of a subscriber: their tokens are rejected from the commit on. A page begins a new one with a valid
 * hash only.
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
