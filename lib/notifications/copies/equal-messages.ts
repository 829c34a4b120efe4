import { idBounds, idTime } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { EqualMessages } from './equal.ts';
import { equalIds, rangeAround } from './message-copies.ts';

const MAX_COUNTED = 100;
const MAX_COPIES = 10;
/** Maximum messages of one run that are compared, because each comparison reads the content of other messages. */
const MAX_STEPS = 5;

interface Run {
  environmentId: string;
  id: string;
}

/**
 * For a message of the run, counts the messages with the same content that the subscriber received from the same
 * workflow within 24 hours before or after it. Several devices count once. Also counts the equal messages of the run's
 * other messages. Undefined if the message has no equal one.
 *
 * @param messageId the message. Default: the first one of the run with equal messages.
 */
export async function findEqualMessages(run: Run, messageId?: string): Promise<EqualMessages | undefined> {
  const own = await sentMessages(run);
  const main = own.find(({ id }) => id === messageId);
  if (messageId !== undefined && !main) return undefined;
  const steps = new Map(own.map((message) => [message.jobId, message]));
  if (main) steps.set(main.jobId, main);
  const compared = [...steps.values()].sort((one, other) => Number(other === main) - Number(one === main));
  const found: EqualMessages[] = [];
  for (const message of compared.slice(0, MAX_STEPS)) {
    const equal = await equalTo(run, message);
    if (equal) found.push(equal);
    else if (message === main) return undefined;
  }
  const [first, ...others] = found;
  if (!first || others.length === 0) return first;
  return { ...first, others: others.map(({ channel, messages }) => ({ channel, messages })) };
}

type SentMessage = Awaited<ReturnType<typeof sentMessages>>[number];

function sentMessages({ environmentId, id: notificationId }: Run) {
  const [gte] = idBounds([notificationId]);
  return prisma().message.findMany({
    where: { environmentId, notificationId, id: { gte }, status: 'sent' },
    select: { id: true, jobId: true, transactionId: true, sentAt: true, channel: true },
    orderBy: { id: 'desc' },
    take: MAX_COUNTED,
  });
}

async function equalTo({ environmentId, id: runId }: Run, message: SentMessage): Promise<EqualMessages | undefined> {
  const { id: messageId, jobId, transactionId } = message;
  const ids = await equalIds(environmentId, messageId, rangeAround([messageId]));
  if (ids.length < 2) return undefined;
  const equal = await prisma().message.findMany({
    where: { environmentId, id: { in: ids } },
    select: { id: true, notificationId: true, jobId: true, transactionId: true, sentAt: true },
    orderBy: { id: 'desc' },
  });
  const steps = new Map(equal.map((each) => [`${each.notificationId} ${each.jobId}`, each]));
  if (steps.size < 2) return undefined;
  const runs = { in: [...new Set(equal.map(({ notificationId }) => notificationId))] };
  const resent = await prisma().notification.findMany({
    where: { environmentId, id: runs, resendOf: { not: Prisma.DbNull } },
    select: { id: true },
  });
  const others = [...steps.values()].filter((each) => each.notificationId !== runId || each.jobId !== jobId);
  const byOf = (each: (typeof equal)[number]) => {
    if (each.notificationId === runId) return 'step';
    if (resent.some((run) => run.id === each.notificationId)) return 'resent';
    return each.transactionId === transactionId ? 'original' : 'trigger';
  };
  return {
    channel: message.channel as Channel,
    messageId,
    sentAt: timeOf(message),
    messages: steps.size,
    triggers: new Set(equal.map((each) => each.transactionId)).size,
    resent: resent.length,
    copies: others.slice(0, MAX_COPIES).map((each) => ({
      ...{ messageId: each.id, _notificationId: each.notificationId, transactionId: each.transactionId },
      sentAt: timeOf(each),
      by: byOf(each),
    })),
  };
}

function timeOf({ id, sentAt }: Pick<SentMessage, 'id' | 'sentAt'>): string {
  return (sentAt ?? idTime(id)).toISOString();
}
