/** Finds out whether a message was sent late, and why. */
import { idBounds, idTime } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { outcomeOf, parseReason, type Reason, type ReasonCode } from '#lib/reasons/registry.ts';
import { MIN_LATE_MS } from './late-by.ts';
import type { LateCause, Lateness } from './lateness.ts';

/** The number of earlier runs of the same workflow version that are compared, newest first. */
const COMPARED = 50;
/** With fewer messages, the usual time is unknown. */
const MIN_COMPARED = 5;
/** More than `COMPARED`, because each device has its own message. */
const MAX_MESSAGES = 500;
/** How many times longer than usual the step of a late message took. */
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

interface Event {
  reason: Reason;
  at: Date;
}

/**
 * Returns the delay of the run’s latest message, or of the given step’s (docs/delivery.md, "Explanations"). A recorded
 * hindrance, such as an outage, makes each wait of a minute a delay. Otherwise the time is compared with earlier runs.
 * Undefined if nothing was sent, or nothing was late.
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

/** Returns the delay of one message, as `findLateness`. */
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
  const afterMs = sentAt.getTime() - (queuedSince(events) ?? idTime(id)).getTime();
  if (afterMs < MIN_LATE_MS) return undefined;
  const usual = await usualTime(run, message);
  const isOverUsual = usual !== undefined && afterMs - usual >= MIN_LATE_MS && afterMs >= TIMES_USUAL * usual;
  const cause = causeOf(events);
  if (!isOverUsual && !PROVES_DELAY.has(cause)) return undefined;
  const of = { jobId, channel: channel as Channel, afterMs, ...(isOverUsual && { usualMs: usual }) };
  return { ...of, ...(await withOutage(run, message, { cause, events })) };
}

async function eventsOf({ environmentId, id: notificationId }: Run, jobId: string): Promise<Event[]> {
  const [gte] = idBounds([notificationId]);
  const rows = await prisma().executionDetail.findMany({
    where: { environmentId, notificationId, jobId, id: { gte } },
    orderBy: { id: 'asc' },
    select: { reason: true, createdAt: true },
  });
  return rows.flatMap(({ reason: stored, createdAt: at }) => {
    const reason = parseReason(stored);
    return reason ? [{ reason, at }] : [];
  });
}

/** Returns the time at which the step was due, if no worker was free. */
function queuedSince(events: readonly Event[]): Date | undefined {
  const since = events.map(({ reason }) => (reason.code === 'step_queued' ? reason.evidence.since : undefined));
  const first = since.find((time) => time !== undefined);
  return first === undefined ? undefined : new Date(first);
}

/** The causes of events, those that explain most first. */
const CAUSES: readonly [LateCause, readonly ReasonCode[]][] = [
  ['retry', ['retry_requested']],
  ['outage', ['provider_unavailable']],
  ['provider', ['retry_waiting', 'mailbox_waiting', 'provider_rate_limited']],
  ['worker', ['outcome_unknown']],
  ['limit', ['rate_limit_waiting', 'quota_waiting']],
];

/** Causes after which a wait of a minute is a delay, even if earlier messages waited too, as in an outage. */
const PROVES_DELAY: ReadonlySet<LateCause> = new Set(['retry', 'outage', 'provider', 'worker', 'queue']);

function causeOf(events: readonly Event[]): LateCause {
  // Someone may also have shortened a wait.
  const failed = events.findIndex(({ reason }) => outcomeOf(reason) === 'failed');
  const counted = events.filter(({ reason }, at) => reason.code !== 'retry_requested' || (failed >= 0 && at > failed));
  const codes = new Set(counted.map(({ reason }) => reason.code));
  const found = CAUSES.find(([, causes]) => causes.some((code) => codes.has(code)));
  return found?.[0] ?? (queuedSince(events) ? 'queue' : 'unknown');
}

/** Returns the cause with its evidence. Without a kept outage, the provider did not accept the message at first. */
async function withOutage(
  { environmentId }: Run,
  { integrationId, sentAt }: SentMessage,
  { cause, events }: { cause: LateCause; events: readonly Event[] },
): Promise<Pick<Lateness, 'cause' | 'provider' | 'actor' | 'outage'>> {
  const evidence = (codes: readonly ReasonCode[], field: 'provider' | 'actor') =>
    events
      .filter(({ reason }) => codes.includes(reason.code))
      .map(({ reason }) => (reason.evidence as Partial<Record<typeof field, string>>)[field])
      .findLast((value) => value !== undefined);
  const codes = CAUSES.find(([name]) => name === cause)?.[1] ?? [];
  const [provider, actor] = [evidence(codes, 'provider'), evidence(codes, 'actor')];
  const named = { ...(provider && { provider }), ...(actor && { actor }) };
  const held = events.find(({ reason }) => reason.code === 'provider_unavailable');
  const mayHaveOutage = cause === 'outage' || cause === 'retry';
  if (!mayHaveOutage || !held || !sentAt || integrationId === null) return { cause, ...named };
  const outage = await prisma().outage.findFirst({
    where: {
      ...{ environmentId, integrationId, openedAt: { lte: sentAt } },
      OR: [{ closedAt: null }, { closedAt: { gte: held.at } }],
    },
    orderBy: { openedAt: 'asc' },
  });
  if (!outage) return { cause: cause === 'outage' ? 'provider' : cause, ...named };
  const { openedAt, closedAt } = outage;
  const times = { openedAt: openedAt.toISOString(), ...(closedAt && { closedAt: closedAt.toISOString() }) };
  const unreached = evidence(['provider_unavailable'], 'provider');
  return { cause, ...named, ...(unreached && { provider: unreached }), outage: { integrationId, ...times } };
}

/**
 * Returns the milliseconds from the first claim of the step, which the message's ID contains, until the message was sent.
 */
function sendingTime({ id, sentAt }: Pick<SentMessage, 'id' | 'sentAt'>): number {
  return sentAt ? Math.max(0, sentAt.getTime() - idTime(id).getTime()) : 0;
}

/** Returns the median of the time that the step needed in earlier runs. Undefined if too few are known. */
async function usualTime({ environmentId, id }: Run, { messageTemplateId }: SentMessage): Promise<number | undefined> {
  const run = await prisma().notification.findFirst({ where: { environmentId, id }, select: { snapshotId: true } });
  if (!run) return undefined;
  const runs = await prisma().notification.findMany({
    where: { environmentId, snapshotId: run.snapshotId, id: { lt: id } },
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
    select: { id: true, sentAt: true },
  });
  const times = messages.map(sendingTime).toSorted((one, other) => one - other);
  return times.length < MIN_COMPARED ? undefined : times[Math.floor(times.length / 2)];
}
