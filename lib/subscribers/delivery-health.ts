import type { Ctx } from '#lib/api/context.ts';
import { idBounds, idTime } from '#lib/id.ts';
import { withheldReason, withheldRuns } from '#lib/notifications/withheld.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { parseReason, type ReasonCode } from '#lib/reasons/registry.ts';
import { ANSWERS, answeredBySandbox } from '#lib/reasons/sandbox.ts';
import { type WireReason, wireReason } from '#lib/reasons/schema.ts';
import { requireSubscriberId } from './find.ts';
import { type Addresses, isOtherAddress } from './other-address.ts';
import type { ChannelHealth, DeliveryHealth } from './schema.ts';

/** The number of newest messages that are read, for all channels together. */
const MESSAGES = 500;

/** The number of newest runs that are checked for steps that failed before they had created a message. */
const RUNS = 200;

/** A message, or a step that failed or was skipped before it had created a message. */
export interface DeliveryOutcome {
  channel: Channel;
  /** `skipped`: there was no address. */
  status: 'sent' | 'error' | 'warning' | 'skipped';
  reason: unknown;
  at: Date;
  notificationId: string;
  hasMessage: boolean;
  /** The email address or phone number of the message. */
  address?: string | undefined;
}

interface ReadOutcome extends DeliveryOutcome {
  workflowId: string | null;
  messageId?: string;
}

interface Read {
  outcomes: ReadOutcome[];
  /** The time since which all outcomes were read. Undefined if all outcomes of the subscriber were read. */
  readFrom: Date | undefined;
}

/**
 * Returns the results of a subscriber's newest messages by channel: whether the last message was sent, and since when
 * all messages have failed. Steps that failed before they had created a message count too.
 *
 * @throws ApiError `not_found`.
 */
export async function getDeliveryHealth(ctx: Ctx, subscriberId: string): Promise<DeliveryHealth> {
  const { environmentId } = ctx;
  const id = await requireSubscriberId(environmentId, subscriberId);
  const [messages, steps, now] = await Promise.all([
    readMessages(environmentId, id),
    readSteps(environmentId, id),
    prisma().subscriber.findFirst({ where: { environmentId, id }, select: { email: true, phone: true } }),
  ]);
  const sorted = [...messages.outcomes, ...steps.outcomes].sort((one, other) => +other.at - +one.at);
  const read = await withSandbox(environmentId, sorted);
  const isWithheld = await withheldRuns(
    ctx,
    read.map(({ workflowId }) => workflowId),
  );
  const outcomes = read.map(({ workflowId, messageId: _, reason, ...outcome }) => {
    const isHidden = reason !== null && isWithheld(workflowId, outcome.notificationId);
    return { ...outcome, reason: isHidden ? withheldReason(reason as WireReason) : reason };
  });
  return { channels: healthOf(outcomes, later(messages.readFrom, steps.readFrom), now ?? {}) };
}

function later(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other ? new Date(Math.max(+one, +other)) : (one ?? other);
}

async function readMessages(environmentId: string, subscriberId: string): Promise<Read> {
  const rows = await prisma().message.findMany({
    where: { environmentId, subscriberId },
    orderBy: { id: 'desc' },
    take: MESSAGES,
    select: {
      id: true,
      channel: true,
      status: true,
      reason: true,
      createdAt: true,
      workflowId: true,
      notificationId: true,
      email: true,
      phone: true,
    },
  });
  const outcomes = rows.map(({ id, channel, status, createdAt, email, phone, ...row }) => ({
    ...row,
    address: email ?? phone ?? undefined,
    messageId: id,
    channel: channel as Channel,
    status: status as DeliveryOutcome['status'],
    at: createdAt,
    hasMessage: true,
  }));
  return { outcomes, readFrom: rows.length === MESSAGES ? rows.at(-1)?.createdAt : undefined };
}

/** Marks the newest failure of each channel if the sandbox caused it. Only this reason is shown. `outcomes`: newest first. */
async function withSandbox(environmentId: string, outcomes: ReadOutcome[]): Promise<ReadOutcome[]> {
  const failed = Map.groupBy(
    outcomes.filter(({ status }) => status === 'error'),
    ({ channel }) => channel,
  );
  const newest = [...failed.values()].flatMap(([first]) => {
    const reason = parseReason(first?.reason);
    return first?.messageId && reason && ANSWERS.has(reason.code) ? { ...first, reason } : [];
  });
  if (newest.length === 0) return outcomes;
  const ofMessages = await prisma().executionDetail.findMany({
    where: {
      environmentId,
      notificationId: { in: newest.map(({ notificationId }) => notificationId) },
      messageId: { in: newest.flatMap(({ messageId }) => messageId ?? []) },
      providerId: { not: null },
    },
    orderBy: { id: 'asc' },
    select: { messageId: true, isTest: true },
  });
  const isTest = new Map(ofMessages.map((detail) => [detail.messageId, detail.isTest]));
  const made = new Map(
    newest.flatMap(({ messageId, reason }) =>
      messageId && isTest.get(messageId) ? [[messageId, answeredBySandbox(reason)] as const] : [],
    ),
  );
  return outcomes.map((each) => ({ ...each, reason: made.get(each.messageId ?? '') ?? each.reason }));
}

/**
 * Reads the steps of the newest runs without a message: failed steps (no integration, content that cannot be rendered), and
 * steps that were skipped because the subscriber had no address.
 */
async function readSteps(environmentId: string, subscriberId: string): Promise<Read> {
  const runs = await prisma().notification.findMany({
    where: { environmentId, subscriberId },
    orderBy: { id: 'desc' },
    take: RUNS,
    select: { id: true, snapshotId: true },
  });
  const oldest = runs.length === RUNS ? runs.at(-1) : undefined;
  const readFrom = oldest && idTime(oldest.id);
  const steps = await endedWithoutMessage(
    environmentId,
    runs.map(({ id }) => id),
  );
  if (steps.length === 0) return { outcomes: [], readFrom };
  const snapshots = await prisma().workflowSnapshot.findMany({
    where: { environmentId, id: { in: [...new Set(runs.map(({ snapshotId }) => snapshotId))] } },
    select: { id: true, workflowId: true },
  });
  const workflowOf = new Map(snapshots.map(({ id, workflowId }) => [id, workflowId]));
  const workflowOfRun = new Map(runs.map(({ id, snapshotId }) => [id, workflowOf.get(snapshotId) ?? null]));
  const outcomes = steps.map(({ type, status, reason, updatedAt, notificationId }) => ({
    channel: type as Channel,
    status: status === 'failed' ? ('error' as const) : ('skipped' as const),
    reason,
    at: updatedAt,
    notificationId,
    hasMessage: false,
    workflowId: workflowOfRun.get(notificationId) ?? null,
  }));
  return { outcomes, readFrom };
}

/** The reasons of steps for whose channel the subscriber had no address. */
const NO_ADDRESS: readonly string[] = ['no_address', 'no_channel', 'no_token'] satisfies ReasonCode[];

async function endedWithoutMessage(environmentId: string, runIds: string[]) {
  if (runIds.length === 0) return [];
  const [floor] = idBounds(runIds);
  const ended = await prisma().job.findMany({
    where: {
      environmentId,
      notificationId: { in: runIds },
      id: { gte: floor },
      status: { in: ['failed', 'skipped'] },
      type: { in: [...CHANNELS] },
    },
    select: { id: true, notificationId: true, type: true, status: true, reason: true, updatedAt: true },
  });
  const steps = ended.filter(
    ({ status, reason }) => status === 'failed' || NO_ADDRESS.includes(parseReason(reason)?.code ?? ''),
  );
  if (steps.length === 0) return [];
  const notificationId = { in: [...new Set(steps.map((step) => step.notificationId))] };
  const messages = await prisma().message.findMany({
    where: { environmentId, notificationId, id: { gte: floor }, jobId: { in: steps.map(({ id }) => id) } },
    select: { jobId: true },
  });
  const withMessage = new Set(messages.map(({ jobId }) => jobId));
  return steps.filter(({ id, status }) => status === 'skipped' || !withMessage.has(id));
}

/**
 * Returns the health of each channel. Ignores warnings: there was no address, or another target received the message.
 * @param outcomes newest first.
 * @param readFrom the time since which all outcomes were read. Earlier failures may not have been read.
 * @param current the subscriber's addresses now.
 */
export function healthOf(
  outcomes: readonly DeliveryOutcome[],
  readFrom: Date | undefined,
  current: Addresses = {},
): ChannelHealth[] {
  const known = outcomes.filter(({ status }) => status !== 'warning');
  return [...Map.groupBy(known, ({ channel }) => channel)].map(([channel, all]) => {
    const ofChannel = all.filter(({ status }) => status !== 'skipped');
    const skipped = all.find(({ status }) => status === 'skipped');
    const delivered = ofChannel.findIndex(({ status }) => status === 'sent');
    const failed = delivered === -1 ? ofChannel : ofChannel.slice(0, delivered);
    const [oldest, newest] = [failed.at(-1), failed[0]];
    const last = ofChannel[delivered];
    const reason = parseReason(newest?.reason);
    return {
      channel,
      ...(last && { lastDeliveredAt: last.at.toISOString() }),
      ...(parseReason(last?.reason)?.code === 'sandboxed' && { lastWasSandboxed: true }),
      ...(skipped && { lastSkippedAt: skipped.at.toISOString() }),
      ...(oldest &&
        newest && {
          failing: {
            since: oldest.at.toISOString(),
            count: failed.length,
            withoutMessage: failed.filter(({ hasMessage }) => !hasMessage).length,
            notificationId: newest.notificationId,
            isOlder: readFrom !== undefined && (!last || last.at < readFrom),
            ...(reason && { reason: wireReason(reason) }),
            ...(isOtherAddress(channel, newest.address, current) && { isAddressNew: true }),
          },
        }),
    };
  });
}
