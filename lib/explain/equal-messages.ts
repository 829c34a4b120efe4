import { idCeil, idFloor, idTime } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { Run } from './query.ts';
import type { EqualMessages } from './schema.ts';

const WITHIN_MS = 24 * 3_600_000;
const MAX_COUNTED = 100;
const MAX_COPIES = 10;

/**
 * Counts the messages with the same content as this message that the subscriber received from the same workflow within
 * 24 hours before or after. Several devices count once. Undefined if there is no other such message.
 */
export async function findEqualMessages(
  { environmentId, subscriberId, id: runId }: Run,
  messageId: string,
): Promise<EqualMessages | undefined> {
  const select = { channel: true, workflowId: true, subject: true, title: true, content: true, status: true } as const;
  const message = await prisma().message.findFirst({ where: { environmentId, id: messageId }, select });
  if (message?.status !== 'sent' || message.content === null) return undefined;
  const at = idTime(messageId).getTime();
  const id = { gte: idFloor(new Date(at - WITHIN_MS)), lt: idCeil(new Date(at + WITHIN_MS)) };
  const equal = await prisma().message.findMany({
    where: { environmentId, subscriberId, ...message, id, content: { equals: message.content } },
    select: { id: true, notificationId: true, jobId: true, transactionId: true, sentAt: true },
    orderBy: { id: 'desc' },
    take: MAX_COUNTED,
  });
  const steps = new Map(equal.map((each) => [`${each.notificationId} ${each.jobId}`, each]));
  if (steps.size < 2) return undefined;
  const runs = { in: [...new Set(equal.map(({ notificationId }) => notificationId))] };
  const resent = await prisma().notification.findMany({
    where: { environmentId, id: runs, resendOf: { not: Prisma.DbNull } },
    select: { id: true },
  });
  const own = equal.find((each) => each.id === messageId);
  const others = [...steps.values()].filter((each) => each.notificationId !== runId || each.jobId !== own?.jobId);
  const byOf = ({ notificationId, transactionId }: (typeof equal)[number]) => {
    if (notificationId === runId) return 'step';
    if (resent.some(({ id }) => id === notificationId)) return 'resent';
    return transactionId === own?.transactionId ? 'original' : 'trigger';
  };
  return {
    messages: steps.size,
    triggers: new Set(equal.map(({ transactionId }) => transactionId)).size,
    resent: resent.length,
    copies: others.slice(0, MAX_COPIES).map((each) => ({
      ...{ messageId: each.id, _notificationId: each.notificationId, transactionId: each.transactionId },
      sentAt: (each.sentAt ?? idTime(each.id)).toISOString(),
      by: byOf(each),
    })),
  };
}
