import type { Ctx } from '#lib/api/context.ts';
import { BatchedWrites } from '#lib/batched-writes.ts';
import { isInTransaction } from '#lib/db.ts';
import { newId } from '#lib/id.ts';
import { type SubscriberWrite, UPSERT_FIELDS, type UpsertField, upsertSubscribers } from './query.ts';
import type { CreateSubscriberBody } from './schema.ts';
import type { SubscriberRow } from './wire.ts';

type Batches = BatchedWrites<SubscriberWrite, SubscriberRow>;

/** By environment and fields: one statement writes one environment, and the same fields of all rows. */
const batches = new Map<string, Batches>();

/**
 * Creates the subscriber, or updates the fields in `body`. `created` says which. Those that are saved at the same time
 * share a statement, except within a transaction, of which each is part.
 */
export async function saveSubscriber(
  { environmentId }: Ctx,
  body: CreateSubscriberBody,
): Promise<SubscriberRow & { created: boolean }> {
  const given = UPSERT_FIELDS.filter((field) => body[field] !== undefined);
  const write = writeOf(body);
  const row = isInTransaction()
    ? (await upsertSubscribers(environmentId, given, [write]))[0]
    : await saveTogether(environmentId, given, write);
  return { ...(row as SubscriberRow), created: row?.id === write.id };
}

function saveTogether(
  environmentId: string,
  given: readonly UpsertField[],
  write: SubscriberWrite,
): Promise<SubscriberRow> {
  const name = `${environmentId} ${given.join(' ')}`;
  let batch = batches.get(name);
  if (!batch) {
    batch = new BatchedWrites({
      keyOf: ({ subscriberId }) => subscriberId,
      write: (writes) => upsertSubscribers(environmentId, given, writes),
      onIdle: () => batches.delete(name),
    });
    batches.set(name, batch);
  }
  return batch.write(write);
}

/** What is written for `body`: a new id, which is the subscriber's only if it is inserted, and the values. */
export function writeOf(body: CreateSubscriberBody): SubscriberWrite {
  const at = new Date();
  const values = UPSERT_FIELDS.map((field) => columnValue(field, body));
  return { id: newId(at), subscriberId: body.subscriberId, at, values };
}

function columnValue(field: UpsertField, body: CreateSubscriberBody): string | null {
  const value = body[field];
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
