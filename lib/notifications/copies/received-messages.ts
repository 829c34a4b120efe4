import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { retentionStart } from '#lib/environments/retention.ts';
import { ID_PATTERN, idBounds, idCeil, idFloor, idTime } from '#lib/id.ts';
import type { StepOfRun } from '#lib/notifications/retry/locked-run.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { EQUAL_WITHIN_MS, equalIds } from './message-copies.ts';
import type { ReceivedMessage, ReceivedMessages } from './received.ts';

/** Maximum messages that are read of the trigger, and of other triggers. */
const MAX_READ = 100;
const MAX_SHOWN = 20;

const SENT = {
  ...{ id: true, notificationId: true, jobId: true, transactionId: true, channel: true },
  ...{ email: true, phone: true, reason: true, seen: true, sentAt: true },
} as const;
type SentMessage = Prisma.MessageGetPayload<{ select: typeof SENT }>;

/**
 * Returns the messages that the subscriber of a run already received: all messages of the same trigger, including
 * resent ones, and the messages of other triggers of the workflow with the same content as the step's message. Messages
 * of other triggers count from a day before that message on.
 *
 * @throws ApiError `not_found`, also for a run that is older than the environment's retention.
 */
export async function listReceived(ctx: Ctx, { notificationId, jobId }: StepOfRun): Promise<ReceivedMessages> {
  const { environmentId } = ctx;
  const floor = idFloor(await retentionStart(environmentId));
  const where = { environmentId, id: notificationId };
  const isKept = ID_PATTERN.test(notificationId) && notificationId >= floor;
  const run = isKept ? await prisma().notification.findFirst({ where, select: RUN }) : null;
  if (!run) throw new ApiError('not_found', `Notification with id ${notificationId} not found`);
  const ofTrigger = { environmentId, transactionId: run.transactionId, subscriberId: run.subscriberId };
  const [own, equal] = await Promise.all([
    prisma().message.findMany({
      where: { ...ofTrigger, status: 'sent', id: { gte: floor } },
      ...{ select: SENT, orderBy: { id: 'desc' }, take: MAX_READ },
    }),
    equalMessages({ ...ofTrigger, floor, run: { id: run.id, resendOf: run.resendOf }, jobId }),
  ]);
  const steps = new Map([...equal, ...own].map((message) => [`${message.notificationId} ${message.jobId}`, message]));
  const all = [...steps.values()].sort((one, other) => timeOf(other).getTime() - timeOf(one).getTime());
  const shown = all.slice(0, MAX_SHOWN);
  const requests = await resendRequests(environmentId, shown);
  const data = shown.map((message) => receivedMessage(message, run, requests.get(message.notificationId)));
  return { data, total: all.length };
}

const RUN = { id: true, subscriberId: true, transactionId: true, resendOf: true } as const;

interface Search {
  environmentId: string;
  subscriberId: string;
  floor: string;
  run: { id: string; resendOf: unknown };
  jobId: string;
}

/** Returns the messages with the same content as the step’s message, or as the earlier message that the step repeats. */
async function equalMessages({ environmentId, subscriberId, floor, run, jobId }: Search): Promise<SentMessage[]> {
  const earlier = run.resendOf as { notificationId: string; jobId: string } | null;
  const message =
    (await newestOf(environmentId, { notificationId: run.id, jobId })) ??
    (earlier && (await newestOf(environmentId, earlier)));
  if (!message) return [];
  const since = idFloor(new Date(idTime(message.id).getTime() - EQUAL_WITHIN_MS));
  const range = { floor: since > floor ? since : floor, ceiling: idCeil(new Date()) };
  const ids = await equalIds(environmentId, message.id, range);
  return prisma().message.findMany({
    where: { environmentId, subscriberId, id: { in: ids } },
    ...{ select: SENT, orderBy: { id: 'desc' } },
  });
}

/** Returns the newest message of a step, whether or not it was sent. */
function newestOf(environmentId: string, { notificationId, jobId }: StepOfRun) {
  const [gte] = idBounds([notificationId]);
  return prisma().message.findFirst({
    where: { environmentId, notificationId, jobId, id: { gte } },
    select: { id: true },
    orderBy: { id: 'desc' },
  });
}

interface ResendRequest {
  actor?: string | undefined;
  note?: string | undefined;
}

/** Returns the request of each run that sends an earlier one again. */
async function resendRequests(
  environmentId: string,
  messages: readonly SentMessage[],
): Promise<Map<string, ResendRequest>> {
  if (messages.length === 0) return new Map();
  const ids = [...new Set(messages.map(({ notificationId }) => notificationId))];
  const resent = await prisma().notification.findMany({
    where: { environmentId, id: { in: ids }, resendOf: { not: Prisma.DbNull } },
    select: { id: true },
  });
  const requests = new Map<string, ResendRequest>(resent.map(({ id }) => [id, {}]));
  if (requests.size === 0) return requests;
  const [gte] = idBounds([...requests.keys()]);
  const details = await prisma().executionDetail.findMany({
    where: { environmentId, notificationId: { in: [...requests.keys()] }, id: { gte }, isRetry: true },
    select: { notificationId: true, reason: true },
  });
  for (const { notificationId, reason: stored } of details) {
    const reason = parseReason(stored);
    // Skip requests that name a later run, because that run sends this run again.
    if (reason?.code !== 'resend_requested' || reason.evidence.notification > notificationId) continue;
    requests.set(notificationId, { actor: reason.evidence.actor, note: reason.evidence.note });
  }
  return requests;
}

function receivedMessage(
  message: SentMessage,
  run: { id: string; transactionId: string },
  request: ResendRequest | undefined,
): ReceivedMessage {
  const { id, notificationId, transactionId, channel, email, phone } = message;
  const isOwn = notificationId === run.id;
  return {
    ...{ messageId: id, _notificationId: notificationId, channel: channel as Channel, state: stateOf(message) },
    sentAt: timeOf(message).toISOString(),
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
    by: request ? 'resent' : isOwn ? 'run' : transactionId === run.transactionId ? 'original' : 'trigger',
    ...(request?.actor !== undefined && { actor: request.actor }),
    ...(request?.note !== undefined && { note: request.note }),
  };
}

/** Returns the state like `messageState`, which requires a message in the form of the interface. */
function stateOf({ reason, seen }: SentMessage): ReceivedMessage['state'] {
  const code = parseReason(reason)?.code;
  if (code === 'sandboxed') return code;
  return code === 'stored' && !seen ? code : 'sent';
}

function timeOf({ id, sentAt }: Pick<SentMessage, 'id' | 'sentAt'>): Date {
  return sentAt ?? idTime(id);
}
