import { authorise } from '#lib/api/authorise.ts';
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { newId } from '#lib/id.ts';
import { closeEndedSockets } from '#lib/inbox-sockets/announce.ts';
import { json, lock, prisma, transaction } from '#lib/postgres/db.ts';
import { findAllHolders, subscriberNotFound } from '#lib/subscribers/find.ts';
import type { DeletedSubscriberResult } from '#lib/subscribers/schema.ts';
import type { Erasure as Row } from '#prisma/generated/client.ts';
import { subjectOf } from './address-hash.ts';
import { type Identity, openIdentity, sealIdentity, withAddresses } from './identity.ts';
import type { Erasure } from './schema.ts';
import { STAGES } from './stages.ts';

/**
 * Erases a subscriber. Deletes the subscriber immediately, so that no further step sends. A worker then deletes the other
 * data of this person in batches. A subscriber that was deleted earlier can be erased too. A repeated request returns the
 * running erasure, and adds the data that was stored under the `subscriberId` since the first request.
 *
 * @throws ApiError `forbidden`; `not_found` if nothing is stored under the `subscriberId`, and no erasure is running.
 */
export async function eraseSubscriber(ctx: Ctx, subscriberId: string): Promise<DeletedSubscriberResult> {
  authorise(ctx.actor, 'subscribers:erase');
  const { environmentId } = ctx;
  const subject = await subjectOf(environmentId, subscriberId);
  return transaction(async () => {
    await lock(`erasure ${environmentId} ${subject}`);
    const running = await prisma().erasure.findFirst({ where: { environmentId, subject, status: 'running' } });
    const found = await deletePerson(environmentId, subscriberId);
    if (!found && !running) subscriberNotFound(subscriberId);
    const erasureId = running?.id ?? newId();
    if (found) await store({ environmentId, id: erasureId, subject }, running, found);
    if (!running) await audit(ctx, { action: 'erasures.create', resourceType: 'erasures', resourceId: erasureId });
    return { acknowledged: true, status: 'erasing', erasureId };
  });
}

/**
 * Returns an erasure of the environment.
 * @throws ApiError `not_found`.
 */
export async function getErasure({ environmentId }: Ctx, id: string): Promise<Erasure> {
  const row = await prisma().erasure.findFirst({ where: { environmentId, id } });
  if (!row) throw new ApiError('not_found', 'Erasure not found');
  return {
    _id: row.id,
    status: row.status as Erasure['status'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(row.endedAt && { endedAt: row.endedAt.toISOString() }),
    counts: row.counts as Erasure['counts'],
  };
}

/**
 * Deletes the subscriber, and the stored copies of deleted subscribers with the same subscriberId. Foreign keys delete
 * channels, preferences, subscriptions and sessions. @returns the person whom the erasure looks for. Undefined if
 * nothing is stored.
 */
async function deletePerson(environmentId: string, subscriberId: string): Promise<Identity | undefined> {
  const ids = await findAllHolders(environmentId, subscriberId);
  if (ids.length === 0) return undefined;
  const where = { environmentId, id: { in: ids } };
  const select = { email: true, phone: true };
  const people = [
    ...(await prisma().subscriber.findMany({ where, select })),
    ...(await prisma().deletedSubscriber.findMany({ where, select })),
  ];
  await prisma().subscriber.deleteMany({ where });
  await prisma().deletedSubscriber.deleteMany({ where });
  await prisma().subscriberSearch.deleteMany({ where });
  for (const id of ids) closeEndedSockets(environmentId, id);
  return withAddresses(
    { subscriberId, ids, addresses: [] },
    people.flatMap(({ email, phone }) => [email, phone]),
  );
}

interface Place {
  environmentId: string;
  id: string;
  subject: string;
}

/** Stores a new erasure, or restarts the running erasure with further IDs and addresses. */
async function store(place: Place, running: Row | null, found: Identity): Promise<void> {
  const { environmentId, id } = place;
  const at = new Date();
  const stage = STAGES[0]?.name ?? '';
  if (!running) {
    const times = { createdAt: at, updatedAt: at };
    const identity = sealIdentity(found, place);
    await prisma().erasure.create({
      data: { ...place, ...times, identity, stage, status: 'running', counts: json({}) },
    });
    return;
  }
  const known = openIdentity(running.identity ?? '', place);
  const all = withAddresses({ ...known, ids: [...new Set([...known.ids, ...found.ids])] }, found.addresses);
  const data = { identity: sealIdentity(all, place), stage, cursor: null, createdAt: at, updatedAt: at };
  await prisma().erasure.updateMany({ where: { environmentId, id }, data });
}
