import type { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { problemTexts } from '#lib/api/error-mapper.ts';
import { audit } from '#lib/audit-log/service.ts';
import { closeEndedSockets } from '#lib/inbox-sockets/announce.ts';
import { isObject } from '#lib/json/values.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { lockSubscriber, subscriberNotFound } from './find.ts';
import { saveManySubscribers, saveSubscriber } from './save.ts';
import {
  BulkSubscriber,
  type BulkSubscribersBody,
  type BulkSubscribersResult,
  type DeletedSubscriberResult,
  type PatchSubscriberBody,
} from './schema.ts';
import { auditSubscriber, getSubscriber, requireSubscriber } from './service.ts';

/**
 * Updates the given fields of a subscriber and returns it as JSON text. Null clears a field.
 * @throws ApiError `not_found`.
 */
export function patchSubscriber(ctx: Ctx, subscriberId: string, body: PatchSubscriberBody): Promise<string> {
  return auditSubscriber(ctx, subscriberId, 'subscribers.update', () =>
    transaction(async () => {
      await lockSubscriber(ctx.environmentId, subscriberId);
      return saveSubscriber(ctx, { ...body, subscriberId });
    }),
  );
}

/**
 * Deletes a subscriber with its credentials, preferences and subscriptions. Its runs stay in the history with their
 * recipient. Waiting steps are skipped when they are due.
 *
 * @throws ApiError `not_found`.
 */
export function deleteSubscriber(ctx: Ctx, subscriberId: string): Promise<DeletedSubscriberResult> {
  return transaction(async () => {
    const { environmentId } = ctx;
    const id = await lockSubscriber(environmentId, subscriberId);
    const before = await getSubscriber(ctx, subscriberId);
    const row = await prisma().subscriber.findFirstOrThrow({ where: { environmentId, id } });
    const { firstName, lastName, email, phone, avatar, createdAt } = row;
    const shown = { environmentId, id, subscriberId, firstName, lastName, email, phone, avatar, createdAt };
    await prisma().deletedSubscriber.create({ data: { ...shown, deletedAt: new Date() } });
    await prisma().subscriber.deleteMany({ where: { environmentId, id } });
    closeEndedSockets(environmentId, id);
    await audit(ctx, {
      action: 'subscribers.delete',
      resourceType: 'subscribers',
      resourceId: id,
      resourceLabel: subscriberId,
      before: JSON.parse(before),
    });
    return { acknowledged: true, status: 'deleted' };
  });
}

/** Stores whether a subscriber is online, without changing version and `updatedAt`. @throws ApiError `not_found`. */
export function setOnlineStatus(ctx: Ctx, subscriberId: string, isOnline: boolean): Promise<string> {
  return auditSubscriber(ctx, subscriberId, 'subscribers.updateOnlineStatus', () =>
    transaction(async () => {
      const { environmentId } = ctx;
      const { count } = await prisma().subscriber.updateMany({
        where: { environmentId, subscriberId },
        data: { isOnline, lastOnlineAt: isOnline ? Prisma.skip : new Date() },
      });
      if (count === 0) subscriberNotFound(subscriberId);
      return requireSubscriber(ctx, subscriberId);
    }),
  );
}

/**
 * Creates or updates up to 500 subscribers in one transaction. Invalid subscribers are reported, and the others are saved.
 * If a subscriber is named twice, the later entry is applied after the earlier entry.
 *
 * @param dryRun saves nothing, and returns the result that saving would have.
 */
export async function saveSubscribers(
  ctx: Ctx,
  { subscribers }: BulkSubscribersBody,
  { dryRun = false }: { dryRun?: boolean | undefined } = {},
): Promise<BulkSubscribersResult> {
  const parsed = subscribers.map((subscriber) => ({ subscriber, ...BulkSubscriber.safeParse(subscriber) }));
  const bodies = parsed.flatMap(({ data }) => data ?? []);
  const failed = parsed.flatMap(({ subscriber, error }, index) => (error ? [failureOf(subscriber, index, error)] : []));
  const saved = [...new Set(bodies.map(({ subscriberId }) => subscriberId))];
  if (dryRun) return resultOf(saved, await newOnes(ctx, saved), failed);
  return transaction(async () => {
    const created = await saveManySubscribers(ctx, bodies);
    const result = resultOf(saved, created, failed);
    await audit(ctx, {
      action: 'subscribers.bulk',
      resourceType: 'subscribers',
      resourceId: 'bulk',
      resourceLabel: `${saved.length} subscribers`,
      after: result,
    });
    return result;
  });
}

function resultOf(
  saved: readonly string[],
  created: ReadonlySet<string>,
  failed: BulkSubscribersResult['failed'],
): BulkSubscribersResult {
  const named = (ids: readonly string[]) => ids.map((subscriberId) => ({ subscriberId }));
  const isNew = (id: string) => created.has(id);
  return { created: named(saved.filter(isNew)), updated: named(saved.filter((id) => !isNew(id))), failed };
}

/** Returns the `subscriberId`s that do not exist yet. */
async function newOnes({ environmentId }: Ctx, subscriberIds: string[]): Promise<ReadonlySet<string>> {
  const where = { environmentId, subscriberId: { in: subscriberIds } };
  const existing = await prisma().subscriber.findMany({ where, select: { subscriberId: true } });
  const known = new Set(existing.map(({ subscriberId }) => subscriberId));
  return new Set(subscriberIds.filter((subscriberId) => !known.has(subscriberId)));
}

function failureOf(subscriber: unknown, index: number, error: z.ZodError): BulkSubscribersResult['failed'][number] {
  const message = problemTexts(error, subscriber).join('; ');
  const subscriberId = isObject(subscriber) ? subscriber.subscriberId : undefined;
  return { index, message, ...(typeof subscriberId === 'string' && { subscriberId }) };
}
