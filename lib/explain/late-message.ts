import { idBounds, idTime } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Run, SentMessage } from './query.ts';
import type { Lateness } from './schema.ts';

/** The number of earlier runs of the same workflow version that are compared, newest first. */
const COMPARED = 50;
/** With fewer messages, the usual time is unknown. */
const MIN_COMPARED = 5;
/** More than `COMPARED`, because each device has its own message. */
const MAX_MESSAGES = 500;
/** A message is late if its step took at least a minute longer than usual, and at least three times as long. */
const MIN_LATE_MS = 60_000;
const TIMES_USUAL = 3;

/**
 * Compares the time that a step needed to send its message with the time that it needed in earlier runs
 * (docs/delivery.md, "Explanations"). Undefined if the message was not sent, or was not late.
 */
export async function findLateness(run: Run, message: SentMessage): Promise<Lateness | undefined> {
  const afterMs = sendingTime(message);
  if (afterMs === undefined || afterMs < MIN_LATE_MS) return undefined;
  const times = (await earlierTimes(run, message)).toSorted((one, other) => one - other);
  const usualMs = times[Math.floor(times.length / 2)];
  if (usualMs === undefined || times.length < MIN_COMPARED) return undefined;
  return afterMs - usualMs >= MIN_LATE_MS && afterMs >= TIMES_USUAL * usualMs ? { afterMs, usualMs } : undefined;
}

/**
 * Returns the milliseconds from the first claim of the step, which the message's ID contains, until the message was
 * sent.
 */
function sendingTime({ id, sentAt }: Pick<SentMessage, 'id' | 'sentAt'>): number | undefined {
  return sentAt ? Math.max(0, sentAt.getTime() - idTime(id).getTime()) : undefined;
}

async function earlierTimes(run: Run, { messageTemplateId }: SentMessage): Promise<number[]> {
  const { environmentId, snapshotId, id } = run;
  const runs = await prisma().notification.findMany({
    where: { environmentId, snapshotId, id: { lt: id } },
    orderBy: { id: 'desc' },
    take: COMPARED,
    select: { id: true },
  });
  const ids = runs.map((each) => each.id);
  const [gte] = idBounds(ids);
  const messages = await prisma().message.findMany({
    where: { environmentId, notificationId: { in: ids }, id: { gte }, messageTemplateId },
    orderBy: { id: 'desc' },
    take: MAX_MESSAGES,
    select: { id: true, sentAt: true },
  });
  return messages.flatMap((each) => sendingTime(each) ?? []);
}
