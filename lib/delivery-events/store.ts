/** Raw statement: it inserts many rows at once, and skips rows that are already stored. */
import { recordedProviderId } from '#lib/engine/attempt/message-id.ts';
import { derivedId, ID_PATTERN } from '#lib/id.ts';
import { Batches } from '#lib/postgres/batches.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { storableJson, withoutNul } from '#lib/postgres/storable.ts';
import type { VendorEvent } from '#lib/providers/events/event-source.ts';
import { DAY_MS } from '#lib/time/durations.ts';

/** Maximum age of an event. Vendors repeat an event for a few days at most, but their test events may be years old. */
const MAX_AGE_MS = 30 * DAY_MS;
/** Maximum time by which an event may be in the future, because the vendor’s clock may be ahead. */
const MAX_AHEAD_MS = DAY_MS;
const MAX_ID = 255;
/** Maximum length of an event’s fields as JSON. Longer fields are not stored. */
const MAX_RAW = 4096;

interface Owner {
  environmentId: string;
  integrationId: string;
}

const batches = new Batches<EventRow[], string[]>({
  groupOf: ([row]) => row?.environment_id ?? '',
  write: insertTogether,
  most: 20,
  writers: { ofGroup: 1, all: 4 },
  writesAloneAfterFailure: true,
});

/**
 * Stores verified events, and unverified events from bounce mailboxes. Workers then look for their messages. An event
 * that is already stored stays unchanged. Events older than 30 days, or more than a day in the future, are skipped.
 * Concurrent calls share a statement.
 *
 * @returns the number of new events.
 */
export async function storeEvents(owner: Owner, events: readonly VendorEvent[], now: Date): Promise<number> {
  const rows = rowsOf(owner, events, now);
  return rows.length === 0 ? 0 : (await batches.write(rows)).length;
}

/** Like `storeEvents`, but in the caller's transaction. Returns the IDs of the new events. */
export async function storeNewEvents(owner: Owner, events: readonly VendorEvent[], now: Date): Promise<string[]> {
  const rows = rowsOf(owner, events, now);
  return rows.length === 0 ? [] : insert(owner.environmentId, rows);
}

/** Stores the events of several calls. Returns the IDs of the new events of each call. */
async function insertTogether(calls: readonly EventRow[][], environmentId: string): Promise<string[][]> {
  const stored = new Set(await insert(environmentId, calls.flat()));
  // If two calls contain the same event, it is new only for the first call.
  return calls.map((rows) => rows.flatMap(({ id }) => (stored.delete(id) ? [id] : [])));
}

async function insert(environmentId: string, rows: readonly EventRow[]): Promise<string[]> {
  const json = `[${rows.map(storableJson).join(',')}]`;
  const stored = await hotQuery<{ id: string }>('delivery-events-store', INSERT, [environmentId, json]);
  return stored.map(({ id }) => id);
}

const INSERT = `
INSERT INTO delivery_events (environment_id, integration_id, received_at, next_try_at, id, kind, bounce, occurred_at, vendor_event_id,
  provider_message_id, claimed_message_id, recipient, words, code, raw, unproven)
SELECT $1, r.integration_id, r.received_at, r.received_at, r.id, r.kind, r.bounce, r.occurred_at, r.vendor_event_id,
  r.provider_message_id, r.claimed_message_id, r.recipient, r.words, r.code, r.raw, r.unproven
FROM jsonb_to_recordset($2::jsonb) AS r (integration_id text, received_at timestamptz, id text, kind text, bounce text,
  occurred_at timestamptz, vendor_event_id text, provider_message_id text, claimed_message_id text, recipient text, words text,
  code text, raw jsonb, unproven boolean)
ON CONFLICT (environment_id, id) DO NOTHING RETURNING id`;

type EventRow = ReturnType<typeof rowOf>;

function rowsOf(owner: Owner, events: readonly VendorEvent[], now: Date): EventRow[] {
  return events.filter((event) => isRecent(event, now)).map((event) => rowOf(owner, event, now));
}

function isRecent({ at }: VendorEvent, now: Date): boolean {
  const age = now.getTime() - at.getTime();
  return age <= MAX_AGE_MS && age >= -MAX_AHEAD_MS;
}

function rowOf(owner: Owner, event: VendorEvent, now: Date) {
  const { messageId, providerMessageId } = event;
  return {
    environment_id: owner.environmentId,
    integration_id: owner.integrationId,
    received_at: now.toISOString(),
    // This ID is the same whenever the vendor sends the event, and sorts by the vendor’s time.
    id: derivedId(event.at, `${owner.integrationId}\n${event.id}`),
    kind: event.kind,
    bounce: event.bounce ?? null,
    occurred_at: event.at.toISOString(),
    vendor_event_id: event.id.slice(0, MAX_ID),
    provider_message_id: providerMessageId ? recordedProviderId(withoutNul(providerMessageId)) : null,
    claimed_message_id: messageId !== undefined && ID_PATTERN.test(messageId) ? messageId : null,
    recipient: event.recipient?.slice(0, MAX_ID) ?? null,
    words: event.words ?? null,
    code: event.code ?? null,
    unproven: event.unproven ?? false,
    raw: JSON.stringify(event.raw).length > MAX_RAW ? {} : event.raw,
  };
}
