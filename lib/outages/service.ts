import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { isId } from '#lib/api/wire.ts';
import { idTime } from '#lib/id.ts';
import { findSender } from '#lib/integrations/find-senders.ts';
import { withheldReason, withheldRuns } from '#lib/notifications/withheld.ts';
import { prisma } from '#lib/postgres/db.ts';
import { addressField } from '#lib/reasons/links.ts';
import { parseReason, REASON_CODES } from '#lib/reasons/registry.ts';
import { type WireReason, wireReason } from '#lib/reasons/schema.ts';
import type { Outage as Row } from '#prisma/generated/client.ts';
import { OUTAGE_EFFECTS, type OutageEffect } from './effects.ts';
import { type AffectedCount, type AffectedMessage, countAffected, type Piece, readAffected } from './query.ts';
import type { Outage, OutageMessage, OutageMessagePage, OutageMessagesQuery, OutageParams } from './schema.ts';

/**
 * Returns an outage with the number of messages that it affected.
 *
 * @throws ApiError `not_found`.
 */
export async function getOutage(ctx: Ctx, params: OutageParams): Promise<Outage> {
  const row = await requireOutage(ctx, params);
  const [integration, { counts, isCapped }] = await Promise.all([
    findSender(row.environmentId, row.integrationId),
    countAffected(row),
  ]);
  const byEffect = new Map(counts.map((each) => [each.effect, each]));
  const count = (effect: OutageEffect) => byEffect.get(effect)?.count ?? 0;
  const failed = byEffect.get('failed');
  return {
    integration,
    ...(row.channel && { channel: row.channel as Outage['channel'] }),
    openedAt: row.openedAt.toISOString(),
    ...(row.closedAt && { closedAt: row.closedAt.toISOString() }),
    words: row.words,
    counts: {
      ...{ waiting: count('waiting'), late: count('late'), failed: count('failed'), recovered: count('recovered') },
      several: counts.reduce((sum, each) => sum + each.several, 0),
      capped: isCapped,
    },
    ...(failed && failedRunsOf(failed)),
  };
}

/**
 * Lists the messages that an outage affected, newest first. A page may contain fewer messages than requested although
 * there are more, because one request reads a bounded number of messages.
 *
 * @throws ApiError `not_found`; `bad_request` for two cursors.
 */
export async function listOutageMessages(
  ctx: Ctx,
  params: OutageParams,
  { effect, several = false, after, before, limit }: OutageMessagesQuery,
): Promise<OutageMessagePage> {
  if (after !== undefined && before !== undefined)
    throw new ApiError('bad_request', 'Cannot specify both "before" and "after" cursors at the same time.');
  const row = await requireOutage(ctx, params);
  const cursor = (after ?? before)?.toLowerCase();
  if (cursor !== undefined && !isId(cursor)) return { data: [], next: null, previous: null };
  const backwards = before !== undefined;
  const found = await readPage(row, {
    ...{ effects: effect ?? OUTAGE_EFFECTS, several, cursor, backwards },
    limit: limit + 1,
  });
  const rows = found.rows.slice(0, limit);
  const ahead = found.rows.length > limit ? rows.at(-1)?.id : found.reached;
  const behind = cursor === undefined ? undefined : (rows[0]?.id ?? cursor);
  const [next, previous] = backwards ? [behind, ahead] : [ahead, behind];
  const data = await messagesOf(ctx, row, backwards ? rows.toReversed() : rows);
  return { data, next: next ?? null, previous: previous ?? null };
}

/** Maximum statements per request. Even a filter with few matches seldom needs another request. */
const MAX_STATEMENTS = 5;

async function readPage(outage: Row, range: Parameters<typeof readAffected>[1]): Promise<Piece> {
  const rows: AffectedMessage[] = [];
  let reached = range.cursor;
  for (let count = 0; count < MAX_STATEMENTS; count++) {
    const piece = await readAffected(outage, { ...range, cursor: reached, limit: range.limit - rows.length });
    rows.push(...piece.rows);
    reached = piece.reached;
    if (reached === undefined || rows.length >= range.limit) break;
  }
  return { rows, reached };
}

async function requireOutage({ environmentId }: Ctx, { integrationId, openedAt }: OutageParams): Promise<Row> {
  const row = await prisma().outage.findFirst({
    where: { environmentId, integrationId, openedAt: new Date(openedAt) },
  });
  if (!row) throw new ApiError('not_found', 'Outage not found');
  return row;
}

/** Returns the times and reasons of the runs that a retry can send. Empty if there are none. */
function failedRunsOf({ first, last, reasons }: AffectedCount): Pick<Outage, 'failedRuns'> {
  if (first === null || last === null) return {};
  const codes = REASON_CODES.filter((code) => reasons?.includes(code));
  const [after, before] = [idTime(first).toISOString(), idTime(last).toISOString()];
  return { failedRuns: { after, before, reasons: codes } };
}

/** Returns the messages with their subscribers and workflows. */
async function messagesOf(
  ctx: Ctx,
  { environmentId, channel }: Row,
  rows: readonly AffectedMessage[],
): Promise<OutageMessage[]> {
  const workflowIds = [...new Set(rows.flatMap(({ workflowId }) => workflowId ?? []))];
  const [subscribers, workflows, isWithheld] = await Promise.all([
    subscribersOf(environmentId, [...new Set(rows.map(({ subscriberId }) => subscriberId))]),
    workflowNames(environmentId, workflowIds),
    withheldRuns(ctx, workflowIds),
  ]);
  return rows.map(({ id, messageId, notificationId, effect, transactionId, heldAt, sentAt, retryAt, ...row }) => {
    const person = subscribers.get(row.subscriberId);
    const field = messageId === null ? addressField(channel ?? undefined) : undefined;
    const reason = reasonOf(row.reason, isWithheld(row.workflowId, notificationId));
    const address = row.address ?? (field && person?.[field]);
    const name = row.workflowId ? workflows.get(row.workflowId) : undefined;
    return {
      ...{
        _id: id,
        ...(messageId && { _messageId: messageId }),
        _notificationId: notificationId,
        effect,
        transactionId,
      },
      ...(person && { subscriber: person.subscriber }),
      ...(address && { address }),
      workflow: { ...(row.templateIdentifier && { workflowId: row.templateIdentifier }), ...(name && { name }) },
      triggeredAt: idTime(notificationId).toISOString(),
      heldAt: heldAt.toISOString(),
      ...(sentAt && effect !== 'failed' && { sentAt: sentAt.toISOString() }),
      ...(retryAt && { retryAt: retryAt.toISOString() }),
      ...(reason && { reason }),
      ...(row.arrivals !== null && { arrivals: row.arrivals }),
    };
  });
}

function reasonOf(stored: unknown, isWithheld: boolean): WireReason | undefined {
  const reason = parseReason(stored);
  if (!reason) return undefined;
  return isWithheld ? withheldReason(wireReason(reason)) : wireReason(reason);
}

async function subscribersOf(environmentId: string, ids: readonly string[]) {
  const where = { environmentId, id: { in: [...ids] } };
  const select = { id: true, subscriberId: true, firstName: true, lastName: true, email: true, phone: true } as const;
  const [present, gone] = await Promise.all([
    prisma().subscriber.findMany({ where, select }),
    prisma().deletedSubscriber.findMany({ where, select }),
  ]);
  const all = [
    ...gone.map((row) => ({ ...row, deleted: true })),
    ...present.map((row) => ({ ...row, deleted: false })),
  ];
  return new Map(
    all.map(({ id, subscriberId, firstName, lastName, deleted, ...addresses }) => [
      id,
      {
        ...addresses,
        subscriber: { subscriberId, ...(firstName && { firstName }), ...(lastName && { lastName }), deleted },
      },
    ]),
  );
}

async function workflowNames(environmentId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const where = { environmentId, id: { in: [...ids] }, deletedAt: null };
  const found = await prisma().workflow.findMany({ where, select: { id: true, name: true } });
  return new Map(found.map(({ id, name }) => [id, name]));
}
