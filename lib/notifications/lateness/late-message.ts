/** Finds out whether a message was sent late, and why. */
import { BEFORE_MS } from '#lib/engine/admission/outage-time.ts';
import { idBounds, idCeil, idFloor, idTime } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import type { Outage } from '#prisma/generated/client.ts';
import { MIN_LATE_MS } from './late-by.ts';
import { type Event, lateShares, mainCause } from './late-shares.ts';
import type { LateCause, Lateness } from './lateness.ts';
import { outageOfEvent, outagesOfSteps } from './run-outages.ts';

/** The number of earlier runs of the same workflow version that are compared, newest first. */
const COMPARED = 50;
/** The maximum number of earlier outages whose runs are excluded from the comparison. */
const MAX_OUTAGES = 20;
/** With fewer messages, the usual time is unknown. */
const MIN_COMPARED = 5;
/** More than `COMPARED`, because each device has its own message. */
const MAX_MESSAGES = 500;
/** A message is late if its step took at least this many times the usual time. */
const TIMES_USUAL = 3;

interface Run {
  environmentId: string;
  id: string;
}

interface SentMessage {
  id: string;
  jobId: string | null;
  channel: string;
  messageTemplateId: string | null;
  integrationId: string | null;
  sentAt: Date | null;
}

/**
 * Returns the delay of the latest message of the run or of the given step (docs/delivery.md, "Explanations"). If a
 * hindrance such as an outage was recorded, each wait of at least a minute is a delay. Otherwise the sending time is
 * compared with earlier runs. Undefined if nothing was sent, or nothing was late.
 */
export async function findLateness(
  { environmentId, id: notificationId }: Run,
  jobId?: string,
): Promise<Lateness | undefined> {
  const [gte] = idBounds([notificationId]);
  const messages = await prisma().message.findMany({
    where: { environmentId, notificationId, id: { gte }, sentAt: { not: null }, ...(jobId !== undefined && { jobId }) },
    select: { id: true, jobId: true, channel: true, messageTemplateId: true, integrationId: true, sentAt: true },
  });
  const begun = idTime(notificationId).getTime();
  const slow = messages.filter(({ sentAt }) => (sentAt?.getTime() ?? 0) - begun >= MIN_LATE_MS);
  for (const message of slow.toSorted((one, other) => sendingTime(other) - sendingTime(one))) {
    const late = await latenessOf({ environmentId, id: notificationId }, message);
    if (late) return late;
  }
  return undefined;
}

/** Returns the delay of the step that sent a message, like `findLateness`. */
export async function findMessageLateness(environmentId: string, messageId: string): Promise<Lateness | undefined> {
  const where = { environmentId, id: messageId, sentAt: { not: null } };
  const message = await prisma().message.findFirst({ where, select: { notificationId: true, jobId: true } });
  if (!message || message.jobId === null) return undefined;
  return findLateness({ environmentId, id: message.notificationId }, message.jobId);
}

async function latenessOf(run: Run, message: SentMessage): Promise<Lateness | undefined> {
  const { id, jobId, channel, sentAt } = message;
  if (!sentAt || jobId === null) return undefined;
  const events = (await eventsOf(run, jobId)).filter(({ at }) => at <= sentAt);
  const begin = queuedSince(events) ?? idTime(id);
  const afterMs = sentAt.getTime() - begin.getTime();
  if (afterMs < MIN_LATE_MS) return undefined;
  const step = { events, integrationIds: message.integrationId === null ? [] : [message.integrationId] };
  const outages = await outagesOfSteps(run.environmentId, [step]);
  const shares = lateShares({ begin, sentAt, events, outageOf: (event) => outageOfEvent(outages, step, event) });
  const usual = await usualTime(run, message);
  const isOverUsual = usual !== undefined && afterMs - usual.ms >= MIN_LATE_MS && afterMs >= TIMES_USUAL * usual.ms;
  if (!isOverUsual && !shares.some(({ cause }) => PROVES_DELAY.has(cause))) return undefined;
  return {
    ...{ jobId, channel: channel as Channel, afterMs },
    ...(isOverUsual && { usualMs: usual.ms, usualOf: usual.of }),
    ...{ cause: mainCause(shares), shares },
  };
}

async function eventsOf({ environmentId, id: notificationId }: Run, jobId: string): Promise<Event[]> {
  const [gte] = idBounds([notificationId]);
  const rows = await prisma().executionDetail.findMany({
    where: { environmentId, notificationId, jobId, id: { gte } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { reason: true, createdAt: true },
  });
  return rows.flatMap(({ reason: stored, createdAt: at }) => {
    const reason = parseReason(stored);
    return reason ? [{ reason, at }] : [];
  });
}

/** Returns the time at which the step was due. Undefined unless the step waited for a free worker. */
function queuedSince(events: readonly Event[]): Date | undefined {
  const since = events.map(({ reason }) => (reason.code === 'step_queued' ? reason.evidence.since : undefined));
  const first = since.find((time) => time !== undefined);
  return first === undefined ? undefined : new Date(first);
}

/** Causes after which a wait of a minute is a delay, even if earlier messages waited too, as in an outage. */
const PROVES_DELAY: ReadonlySet<LateCause> = new Set([
  ...(['retry', 'outage', 'provider', 'no_response', 'worker', 'queue'] as const),
]);

/**
 * Returns the milliseconds from the first claim of the step, which the message's ID contains, until the message was sent.
 */
function sendingTime({ id, sentAt }: Pick<SentMessage, 'id' | 'sentAt'>): number {
  return sentAt ? Math.max(0, sentAt.getTime() - idTime(id).getTime()) : 0;
}

/**
 * Returns the median of the time that the step needed in up to 50 earlier runs of the same workflow version, and the
 * number of messages. Omits runs that were triggered or sent during an outage, because they would be the majority after
 * a long outage. Also omits messages that someone retried. Undefined if too few messages are left.
 */
async function usualTime(
  { environmentId, id }: Run,
  { messageTemplateId, integrationId, sentAt }: SentMessage,
): Promise<{ ms: number; of: number } | undefined> {
  const run = await prisma().notification.findFirst({ where: { environmentId, id }, select: { snapshotId: true } });
  if (!run) return undefined;
  const outages = await prisma().outage.findMany({
    where: { environmentId, openedAt: { lte: sentAt ?? new Date() } },
    orderBy: { openedAt: 'desc' },
    take: MAX_OUTAGES,
  });
  const own = outages.filter((outage) => outage.integrationId === integrationId);
  const runs = await prisma().notification.findMany({
    where: { environmentId, snapshotId: run.snapshotId, id: { lt: id }, NOT: own.map(triggeredDuring) },
    orderBy: { id: 'desc' },
    take: COMPARED,
    select: { id: true },
  });
  if (runs.length < MIN_COMPARED) return undefined;
  const ids = runs.map((each) => each.id);
  const [gte] = idBounds(ids);
  const messages = await prisma().message.findMany({
    where: { environmentId, notificationId: { in: ids }, id: { gte }, messageTemplateId, sentAt: { not: null } },
    orderBy: { id: 'desc' },
    take: MAX_MESSAGES,
    select: { id: true, jobId: true, sentAt: true, integrationId: true },
  });
  const retried = await retriedJobs(environmentId, ids);
  const times = messages
    .filter(({ jobId }) => jobId === null || !retried.has(jobId))
    .filter((message) => !outages.some((outage) => overlaps(outage, message)))
    .map(sendingTime)
    .toSorted((one, other) => one - other);
  const ms = times[Math.floor(times.length / 2)];
  return times.length < MIN_COMPARED || ms === undefined ? undefined : { ms, of: times.length };
}

/** Returns the jobs of the runs that someone retried. */
async function retriedJobs(environmentId: string, runIds: string[]): Promise<Set<string>> {
  const [gte] = idBounds(runIds);
  const rows = await prisma().executionDetail.findMany({
    where: {
      ...{ environmentId, notificationId: { in: runIds }, id: { gte } },
      reason: { path: ['code'], equals: 'retry_requested' },
    },
    select: { jobId: true },
  });
  return new Set(rows.map(({ jobId }) => jobId));
}

function triggeredDuring({ openedAt, closedAt }: Outage) {
  const from = idFloor(new Date(openedAt.getTime() - BEFORE_MS));
  return { id: { gte: from, ...(closedAt && { lt: idCeil(closedAt) }) } };
}

function overlaps(
  { integrationId, openedAt, closedAt }: Outage,
  message: Pick<SentMessage, 'id' | 'integrationId' | 'sentAt'>,
): boolean {
  const isBefore = message.sentAt !== null && message.sentAt < openedAt;
  return message.integrationId === integrationId && !isBefore && (closedAt === null || idTime(message.id) <= closedAt);
}
