import { idBounds } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import type { MessageText } from './page.ts';
import type { Message } from './schema.ts';

type Resends = Pick<Message, 'resendOf' | 'resentIn'>;

/**
 * Returns the runs that a message repeats, or that repeat it, by the ID of the message. Messages without such runs are
 * left out.
 */
export async function findResends(
  environmentId: string,
  messages: readonly Pick<MessageText, 'id' | 'notificationId' | 'jobId'>[],
): Promise<Map<string, Resends>> {
  if (messages.length === 0) return new Map();
  const runIds = [...new Set(messages.map(({ notificationId }) => notificationId))];
  const [gte] = idBounds(runIds);
  const details = await prisma().executionDetail.findMany({
    where: { environmentId, notificationId: { in: runIds }, id: { gte }, isRetry: true },
    select: { notificationId: true, jobId: true, reason: true },
    orderBy: { id: 'asc' },
  });
  const found = new Map<string, Resends>();
  for (const { id, notificationId, jobId } of messages) {
    const others = details.flatMap((detail) => {
      const reason = detail.notificationId === notificationId && detail.jobId === jobId && parseReason(detail.reason);
      return reason && reason.code === 'resend_requested' ? [reason.evidence.notification] : [];
    });
    // IDs of runs sort by time.
    const [resendOf, resentIn] = [
      others.find((other) => other < notificationId),
      others.findLast((other) => other > notificationId),
    ];
    if (resendOf || resentIn) found.set(id, { ...(resendOf && { resendOf }), ...(resentIn && { resentIn }) });
  }
  return found;
}
