/** Raw statement: deletes many rows at once and returns them, so that of two requests only one records a deletion. */
import type { Ctx } from '#lib/api/context.ts';
import { actorName } from '#lib/events/end-runs.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { detailRow } from '#lib/notifications/retry/locked-run.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import type { Prisma } from '#prisma/generated/client.ts';

interface Deleted {
  notificationId: string;
  jobId: string | null;
  channel: string;
  firstSeenAt: Date | null;
  lastReadAt: Date | null;
}

/** The number of messages that are held in memory at a time. */
const BATCH = 1_000;

/**
 * Deletes the matching messages and records each deletion. Called in a transaction, so that both commit together.
 *
 * @returns the number of deleted messages.
 */
export async function deleteRecorded(ctx: Ctx, which: Prisma.MessageWhereInput): Promise<number> {
  const where = { environmentId: ctx.environmentId, AND: [which] };
  for (let count = 0; ; ) {
    const found = await prisma().message.findMany({ where, select: { id: true }, take: BATCH });
    const ids = found.map(({ id }) => id);
    const deleted = await query<Deleted & Record<string, unknown>>('messages-delete', DELETE, [ctx.environmentId, ids]);
    await recordDeletions(ctx, deleted);
    count += deleted.length;
    if (found.length < BATCH) return count;
  }
}

const DELETE = `DELETE FROM messages m WHERE m.environment_id = $1 AND m.id = ANY ($2)
  RETURNING m.notification_id AS "notificationId", m.job_id AS "jobId", m.channel, m.first_seen_at AS "firstSeenAt", m.last_read_at AS "lastReadAt"`;

/**
 * Records in the timeline of each step that its message was deleted, and whether the subscriber had seen and read an in-app
 * message. Without this record, the run would only show that the message was sent.
 */
async function recordDeletions({ environmentId, actor }: Ctx, messages: readonly Deleted[]): Promise<void> {
  const at = new Date();
  const by = actor.type === 'subscriber' ? undefined : actorName(actor);
  const data = messages.flatMap(({ notificationId, jobId, channel, firstSeenAt, lastReadAt }) => {
    if (jobId === null) return [];
    const isInApp = channel === 'in_app';
    const times = isInApp ? { seenAt: firstSeenAt?.toISOString(), readAt: lastReadAt?.toISOString() } : {};
    const other = isInApp ? {} : { channel: channel as Channel };
    return [
      detailRow(
        environmentId,
        { notificationId, jobId },
        reasonFor('message_deleted', { actor: by, ...times, ...other }),
        at,
      ),
    ];
  });
  await prisma().executionDetail.createMany({ data });
  announceRuns(environmentId, 'changed', () => messages.map(({ notificationId }) => notificationId));
}
