import type { Ctx } from '#lib/api/context.ts';
import { actorName } from '#lib/events/end-runs.ts';
import { detailRow } from '#lib/notifications/locked-run.ts';
import { prisma } from '#lib/postgres/db.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import type { Message } from '#prisma/generated/client.ts';

type Deleted = Pick<Message, 'notificationId' | 'jobId' | 'firstSeenAt' | 'lastReadAt'>;

/**
 * Records in the timeline of each step that its in-app message was deleted, and whether the subscriber had seen and read
 * the message. Without this record, the run would only show that the message was sent.
 */
export async function recordDeletions({ environmentId, actor }: Ctx, messages: readonly Deleted[]): Promise<void> {
  const at = new Date();
  const by = actor.type === 'subscriber' ? undefined : actorName(actor);
  const data = messages.flatMap(({ notificationId, jobId, firstSeenAt, lastReadAt }) => {
    if (jobId === null) return [];
    const times = { seenAt: firstSeenAt?.toISOString(), readAt: lastReadAt?.toISOString() };
    const reason = reasonFor('message_deleted', { actor: by, ...times });
    return [detailRow(environmentId, { notificationId, jobId }, reason, at)];
  });
  await prisma().executionDetail.createMany({ data });
}
