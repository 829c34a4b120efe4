/** Raw statements: they lock rows, skip rows that another worker holds, and write many rows at once. */
import { sha256Hex } from '#lib/crypto.ts';
import { findDueEvents } from '#lib/engine/queue/everywhere.ts';
import { idFloor } from '#lib/id.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { hotQuery, hotTransaction } from '#lib/postgres/db.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { REASONS, type ReasonCode, reasonFor } from '#lib/reasons/registry.ts';
import { listedForm } from '#lib/suppressions/address.ts';
import { type AddressReport, suppressAddresses } from '#lib/suppressions/fill.ts';
import { type Bounce, EVENT_KINDS, type EventKind } from './kinds.ts';
import { type StateEvent, stateOf } from './state.ts';

/** Maximum events per transaction. */
const BATCH = 500;
/**
 * Milliseconds for which Belfry searches for an event’s message, because the message may be recorded after the event
 * arrives.
 */
const PATIENCE_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Finds the messages of stored events, and records for each message the state that results from all of its events.
 * Workers may call this function at the same time. The search for a message is retried for 10 minutes.
 *
 * @returns the number of events whose message was found.
 */
export async function matchEvents(now: Date): Promise<number> {
  let matched = 0;
  for (const environmentId of await findDueEvents(now)) {
    for (let isOver = false; !isOver; ) {
      const done = await hotTransaction(() => matchBatch(environmentId, now));
      matched += done.matched;
      isOver = done.claimed < BATCH;
    }
  }
  return matched;
}

/**
 * Records stored events that name their message by Belfry’s ID. Must run in the transaction that stored the events and
 * locked the message. Returns the number of events that were new for their message.
 */
export async function matchStored(environmentId: string, ids: readonly string[], now: Date): Promise<number> {
  const due = await hotQuery<DueEvent & Record<string, unknown>>('delivery-events-stored', STORED, [
    environmentId,
    ids,
  ]);
  return due.length === 0 ? 0 : (await matchDue(environmentId, due, now)).added;
}

interface DueEvent {
  id: string;
  vendorEventId: string;
  kind: EventKind;
  bounce: Bounce | null;
  occurredAt: Date;
  words: string | null;
  integrationId: string;
  claimedMessageId: string | null;
  providerMessageId: string | null;
  recipient: string | null;
  unproven: boolean;
  receivedAt: Date;
  tries: number;
}

interface MatchedMessage {
  id: string;
  notificationId: string;
  jobId: string | null;
  providerId: string | null;
  integrationId: string | null;
  providerMessageId: string | null;
  subscriberId: string;
  channel: string;
  email: string | null;
  phone: string | null;
}

/** This statement locks no events, because workers do not see the events of an open transaction. */
const STORED = `
SELECT e.id, e.vendor_event_id AS "vendorEventId", e.kind, e.bounce, e.occurred_at AS "occurredAt", e.words, e.integration_id AS "integrationId",
  e.claimed_message_id AS "claimedMessageId", NULL AS "providerMessageId", e.recipient, e.unproven, e.received_at AS "receivedAt", e.tries
FROM delivery_events e WHERE e.environment_id = $1 AND e.id = ANY ($2::text[])`;

interface StoredEvent extends StateEvent {
  messageId: string;
  words: string | null;
  raw: object;
}

async function matchBatch(environmentId: string, now: Date): Promise<{ claimed: number; matched: number }> {
  const due = await hotQuery<DueEvent & Record<string, unknown>>('delivery-events-due', DUE, [environmentId, now]);
  return { claimed: due.length, matched: due.length === 0 ? 0 : (await matchDue(environmentId, due, now)).matched };
}

interface Matched {
  /** The number of events whose message was found. */
  matched: number;
  /** The number of these events that were new for their message. */
  added: number;
}

async function matchDue(environmentId: string, due: readonly DueEvent[], now: Date): Promise<Matched> {
  const messages = await messagesOf(environmentId, due);
  const found = due.flatMap((event) => {
    const message = messageOf(event, messages);
    return message ? [{ event, message }] : [];
  });
  const known = new Set(found.map(({ event }) => event));
  const unknown = due.filter((event) => !known.has(event));
  await keepWaiting(environmentId, now, unknown);
  const fresh = await withoutKnown(environmentId, found);
  if (fresh.length > 0) {
    await settle(environmentId, fresh);
    await recordStates(environmentId, [...new Set(fresh.map(({ message }) => message))], now);
  }
  const givenUp = unknown.filter((event) => nextTry(event, now) === null);
  await suppressAddresses(environmentId, [...fresh.flatMap(reportOf), ...givenUp.flatMap(reportWithoutMessage)]);
  return { matched: found.length, added: fresh.length };
}

const DUE = `
SELECT e.id, e.vendor_event_id AS "vendorEventId", e.kind, e.bounce, e.occurred_at AS "occurredAt", e.words, e.integration_id AS "integrationId",
  e.claimed_message_id AS "claimedMessageId", e.provider_message_id AS "providerMessageId", e.recipient, e.unproven, e.received_at AS "receivedAt", e.tries
FROM delivery_events e WHERE e.environment_id = $1 AND e.next_try_at <= $2
ORDER BY e.next_try_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

/** Returns the messages that the events may be about, locked in the order of their IDs. */
async function messagesOf(environmentId: string, due: readonly DueEvent[]): Promise<MatchedMessage[]> {
  const claimed = due.flatMap(({ claimedMessageId }) => claimedMessageId ?? []);
  const named = due.flatMap(({ providerMessageId }) => providerMessageId ?? []);
  const ids = await hotQuery<{ id: string }>(
    'delivery-events-messages',
    `SELECT m.id FROM messages m WHERE m.environment_id = $1 AND m.id = ANY ($2::text[])
     UNION SELECT m.id FROM messages m WHERE m.environment_id = $1 AND m.provider_message_id = ANY ($3::text[])`,
    [environmentId, [...new Set(claimed)], [...new Set(named)]],
  );
  if (ids.length === 0) return [];
  // Messages without a run are omitted, because they are about to be deleted.
  return hotQuery<MatchedMessage & Record<string, unknown>>(
    'delivery-events-lock',
    `SELECT m.id, m.notification_id AS "notificationId", m.job_id AS "jobId", m.provider_id AS "providerId",
       m.integration_id AS "integrationId", m.provider_message_id AS "providerMessageId",
       m.subscriber_id AS "subscriberId", m.channel, m.email, m.phone
     FROM messages m WHERE m.environment_id = $1 AND m.id = ANY ($2::text[])
       AND EXISTS (SELECT 1 FROM notifications n WHERE n.environment_id = $1 AND n.id = m.notification_id)
     ORDER BY m.id FOR NO KEY UPDATE OF m`,
    [environmentId, ids.map(({ id }) => id)],
  );
}

/**
 * Returns the message of an event: the message that the metadata names, otherwise the newest message with the
 * provider’s ID. An integration reports only on messages that were sent through it.
 */
function messageOf(event: DueEvent, messages: readonly MatchedMessage[]): MatchedMessage | undefined {
  const own = messages.filter(({ integrationId }) => integrationId === event.integrationId);
  return (
    own.find(({ id }) => id === event.claimedMessageId) ??
    own.findLast(({ providerMessageId }) => providerMessageId !== null && providerMessageId === event.providerMessageId)
  );
}

interface Found {
  event: DueEvent;
  message: MatchedMessage;
}

/**
 * Returns the events that are new for their messages, and deletes the others. An event that was both pushed and fetched
 * may be stored twice with different times, if the vendor gives a time for only one of the two. Writers hold the
 * message’s lock, so one of the two is always recorded first.
 */
async function withoutKnown(environmentId: string, found: readonly Found[]): Promise<Found[]> {
  if (found.length === 0) return [];
  const known = await hotQuery<KnownEvent & Record<string, unknown>>(
    'delivery-events-known',
    `SELECT e.message_id AS "messageId", e.vendor_event_id AS "vendorEventId", e.kind, e.bounce
     FROM delivery_events e WHERE e.environment_id = $1 AND e.message_id = ANY ($2::text[])`,
    [environmentId, [...new Set(found.map(({ message }) => message.id))]],
  );
  const keys = new Set(known.map(keyOf));
  const fresh = found.filter(({ event, message }) => {
    const key = keyOf({ ...event, messageId: message.id });
    return !keys.has(key) && keys.add(key);
  });
  const kept = new Set(fresh);
  const repeated = found.filter((each) => !kept.has(each)).map(({ event }) => event.id);
  if (repeated.length > 0)
    await hotQuery(
      'delivery-events-repeated',
      'DELETE FROM delivery_events e WHERE e.environment_id = $1 AND e.id = ANY ($2::text[])',
      [environmentId, repeated],
    );
  return fresh;
}

type KnownEvent = Pick<DueEvent, 'vendorEventId' | 'kind' | 'bounce'> & { messageId: string };

/** A fetched bounce may lack its bounce type, so a pushed event with a bounce type is not a repetition. */
function keyOf({ messageId, vendorEventId, kind, bounce }: KnownEvent): string {
  return JSON.stringify([messageId, vendorEventId, kind, bounce]);
}

async function settle(environmentId: string, found: readonly Found[]): Promise<void> {
  await hotQuery(
    'delivery-events-settle',
    `UPDATE delivery_events e SET message_id = r.message_id, notification_id = r.notification_id, of_copy = r.of_copy,
       recipient = NULL, next_try_at = NULL, tries = e.tries + 1
     FROM unnest($2::text[], $3::text[], $4::text[], $5::boolean[]) AS r (id, message_id, notification_id, of_copy)
     WHERE e.environment_id = $1 AND e.id = r.id`,
    [
      environmentId,
      found.map(({ event }) => event.id),
      found.map(({ message }) => message.id),
      found.map(({ message }) => message.notificationId),
      found.map(isOfCopy),
    ],
  );
}

function isOfCopy({ event: { recipient }, message: { email } }: Found): boolean {
  return recipient !== null && email !== null && listedForm('email', recipient) !== listedForm('email', email);
}

function reportOf(found: Found): AddressReport[] {
  const { event, message } = found;
  const { kind, bounce, occurredAt, words, recipient } = event;
  const { channel, email, phone, id, notificationId, subscriberId } = message;
  // For phone numbers, use the form in the message, which sending checks against suppressions. Providers format numbers
  // differently, for example without the plus sign.
  const address = channel === 'email' ? (recipient ?? email) : (phone ?? recipient);
  if (address === null || (event.unproven && isOfCopy(found))) return [];
  return [
    {
      ...{ kind, bounce, occurredAt, words, channel, address },
      message: { id, notificationId, subscriberId },
      isOwn: !isOfCopy(found),
      isNamed: recipient !== null,
    },
  ];
}

/**
 * Returns the report of an event whose message was deleted, or was not sent by Belfry. A bounce counts, because an
 * address exists for all senders or for none. A complaint may be about another sender of the account, so it counts only
 * if the event names a message of Belfry. An event that anyone could have sent never counts.
 */
function reportWithoutMessage(event: DueEvent): AddressReport[] {
  const { kind, bounce, occurredAt, words, recipient, claimedMessageId, unproven } = event;
  const counts = kind === 'bounced' || (kind === 'complained' && claimedMessageId !== null);
  if (unproven || !counts || recipient === null) return [];
  const channel = recipient.includes('@') ? 'email' : 'sms';
  return [{ kind, bounce, occurredAt, words, channel, address: recipient, isOwn: false, isNamed: true }];
}

async function keepWaiting(environmentId: string, now: Date, events: readonly DueEvent[]): Promise<void> {
  if (events.length === 0) return;
  await hotQuery(
    'delivery-events-wait',
    `UPDATE delivery_events e SET next_try_at = r.next_try_at, tries = e.tries + 1,
       recipient = CASE WHEN r.next_try_at IS NULL THEN NULL ELSE e.recipient END
     FROM unnest($2::text[], $3::timestamptz[]) AS r (id, next_try_at) WHERE e.environment_id = $1 AND e.id = r.id`,
    [environmentId, events.map(({ id }) => id), events.map((event) => nextTry(event, now))],
  );
}

/** Returns the time of the next search for the message. Null if the time for searching is over. */
export function nextTry({ tries, receivedAt }: Pick<DueEvent, 'tries' | 'receivedAt'>, now: Date): Date | null {
  const end = receivedAt.getTime() + PATIENCE_MS;
  if (now.getTime() >= end) return null;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 10), LONGEST_PAUSE_MS);
  return new Date(Math.min(now.getTime() + pause, end));
}

/**
 * Records for each message the state that results from all of its events. The order of batches therefore does not
 * matter.
 */
async function recordStates(environmentId: string, messages: readonly MatchedMessage[], now: Date): Promise<void> {
  const events = await hotQuery<StoredEvent & Record<string, unknown>>(
    'delivery-events-of-messages',
    `SELECT e.id, e.message_id AS "messageId", e.kind, e.bounce, e.occurred_at AS "occurredAt", e.of_copy AS "ofCopy", e.words, e.raw
     FROM delivery_events e WHERE e.environment_id = $1 AND e.message_id = ANY ($2::text[])`,
    [environmentId, messages.map(({ id }) => id)],
  );
  const byMessage = Map.groupBy(events, ({ messageId }) => messageId);
  const states = messages.map((message) => ({ message, state: stateOf(byMessage.get(message.id) ?? []) }));
  const delivered = states.filter(({ state }) => state.deliveredAt !== undefined);
  await hotQuery(
    'delivery-events-delivered',
    `UPDATE messages m SET delivered_at = ARRAY[r.at], updated_at = $4
     FROM unnest($2::text[], $3::timestamptz[]) AS r (id, at)
     WHERE m.environment_id = $1 AND m.id = r.id AND m.delivered_at IS DISTINCT FROM ARRAY[r.at]`,
    [environmentId, delivered.map(({ message }) => message.id), delivered.map(({ state }) => state.deliveredAt), now],
  );
  const details = states.flatMap(({ message, state }) => state.reports.flatMap((event) => detailOf(message, event)));
  if (details.length > 0) await hotQuery('delivery-events-details', DETAILS, [environmentId, JSON.stringify(details)]);
  announceRuns(environmentId, 'changed', () => messages.map(({ notificationId }) => notificationId));
}

const DETAILS = `
INSERT INTO execution_details (environment_id, id, notification_id, job_id, message_id, status, source, detail, is_test, is_retry,
  raw, reason, created_at)
SELECT $1, r.id, r.notification_id, r.job_id, r.message_id, r.status, r.source, r.detail, false, false, r.raw, r.reason, r.created_at
FROM jsonb_to_recordset($2::jsonb) AS r (id text, notification_id text, job_id text, message_id text, status text, source text,
  detail text, raw text, reason jsonb, created_at timestamptz)
ON CONFLICT (environment_id, notification_id, id) DO NOTHING`;

/** The reasons by kind of event. Events that are not decisive have no reason. */
const REPORTS: Partial<
  Record<EventKind, ReasonCode & ('delivered' | 'bounced' | 'dropped' | 'unsubscribed' | 'complained')>
> = {
  delivered: 'delivered',
  bounced: 'bounced',
  rejected: 'dropped',
  unsubscribed: 'unsubscribed',
  complained: 'complained',
};

function detailOf({ id, notificationId, jobId, providerId }: MatchedMessage, event: StoredEvent) {
  const code = REPORTS[event.kind];
  if (!code || jobId === null) return [];
  const { detail, status, source } = REASONS[code];
  const provider = findProvider(providerId ?? '')?.displayName;
  const at = event.occurredAt.toISOString();
  const words = event.words ?? undefined;
  const said = code === 'bounced' || code === 'dropped' ? { provider, words, at } : { provider, at };
  return [
    {
      id: detailId(event),
      notification_id: notificationId,
      job_id: jobId,
      message_id: id,
      status,
      source,
      detail,
      raw: JSON.stringify(event.raw),
      reason: reasonFor(code, said),
      created_at: at,
    },
  ];
}

/**
 * Returns the ID of the event’s execution detail. Details are read in the order of their IDs, so the ID follows the
 * order of the events.
 */
function detailId({ id, kind, occurredAt }: StoredEvent): string {
  return idFloor(occurredAt).slice(0, 12) + EVENT_KINDS[kind].rank.toString(16) + sha256Hex(id).slice(0, 11);
}
