import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { Batches } from '#lib/postgres/batches.ts';
import { isInTransaction } from '#lib/postgres/db.ts';
import { type SubscriberWrite, UPSERT_FIELDS, type UpsertField, upsertSubscribers } from './query.ts';
import { writesRestricted } from './restriction.ts';
import type { CreateSubscriberBody } from './schema.ts';
import type { SubscriberRow } from './wire.ts';

const batches = new Batches<SubscriberWrite & { environmentId: string }, SubscriberRow>({
  groupOf: ({ environmentId }) => environmentId,
  keyOf: ({ subscriberId }) => subscriberId,
  write: (writes, environmentId) => upsertSubscribers(environmentId, writes),
  most: 50,
  writers: { ofGroup: 4 },
  writesAloneAfterFailure: true,
});

/**
 * Creates the subscriber, or updates the fields in `body`. `created` is true if the subscriber is new. Concurrent saves
 * share a statement, except saves in a transaction, which run a separate one.
 */
export async function saveSubscriber(
  ctx: Ctx,
  body: CreateSubscriberBody,
): Promise<SubscriberRow & { created: boolean }> {
  const { environmentId } = ctx;
  const write = writeOf(ctx, body);
  const row = isInTransaction()
    ? (await upsertSubscribers(environmentId, [write]))[0]
    : await batches.write({ ...write, environmentId });
  return { ...(row as SubscriberRow), created: row?.id === write.id };
}

/**
 * Creates or updates many subscribers in one statement. If a subscriber is named twice, the fields of the later body
 * are applied after the fields of the earlier body.
 *
 * @returns the `subscriberId`s of the new subscribers.
 */
export async function saveManySubscribers(ctx: Ctx, bodies: readonly CreateSubscriberBody[]): Promise<Set<string>> {
  const merged = new Map<string, CreateSubscriberBody>();
  for (const body of bodies) merged.set(body.subscriberId, { ...merged.get(body.subscriberId), ...body });
  const writes = [...merged.values()].map((body) => writeOf(ctx, body));
  const rows = await upsertSubscribers(ctx.environmentId, writes);
  return new Set(writes.flatMap(({ id, subscriberId }, at) => (rows[at]?.id === id ? [subscriberId] : [])));
}

/** Returns the row to write for `body`: the values, and a new ID that is used only if the subscriber is inserted. */
export function writeOf(ctx: Pick<Ctx, 'actor'>, body: CreateSubscriberBody): SubscriberWrite {
  const at = new Date();
  const given = UPSERT_FIELDS.filter((field) => body[field] !== undefined);
  const values = UPSERT_FIELDS.map((field) => columnValue(field, body));
  return { id: newId(at), subscriberId: body.subscriberId, at, given, values, isRestricted: writesRestricted(ctx) };
}

function columnValue(field: UpsertField, body: CreateSubscriberBody): string | null {
  const value = body[field];
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
