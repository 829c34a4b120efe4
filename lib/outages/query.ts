/** Raw statements, which `affected-sql.ts` builds: they list history, and read many rows of the queue. */
import { BEFORE_MS, SETTLE_MS } from '#lib/engine/admission/outage-time.ts';
import { LANES } from '#lib/engine/queue/work.ts';
import { RETRY_POLICY } from '#lib/engine/retry.ts';
import { CLOCK_SLACK_MS, idCeil, idFloor } from '#lib/id.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { classEndMs, SLOWNESS_CLASSES } from '#lib/time/slowness.ts';
import { COUNT, listSql, PARAMETERS } from './affected-sql.ts';
import { OUTAGE_EFFECTS, type OutageEffect } from './effects.ts';

export interface OutageTime {
  environmentId: string;
  integrationId: string;
  channel: string | null;
  openedAt: Date;
  /** Null while the outage lasts. */
  closedAt: Date | null;
}

/** A step that the outage held up: it waited for the provider, or an attempt in the outage got no response. */
export interface AffectedMessage {
  /** The ID of the message, or of the job if the step was found without its message. */
  id: string;
  /** Null if there is no message. */
  messageId: string | null;
  notificationId: string;
  subscriberId: string;
  workflowId: string | null;
  templateIdentifier: string | null;
  transactionId: string;
  /** The email address or phone number. Null for messages without one, and while a message waits. */
  address: string | null;
  effect: OutageEffect;
  /** The stored reason why nothing was sent. Null unless the step failed. */
  reason: unknown;
  heldAt: Date;
  sentAt: Date | null;
  /** The time at which the next attempt is due. Null unless the message waits. */
  retryAt: Date | null;
  /** The largest number of times that the message may have arrived. Null if no outcome of an attempt is unknown. */
  arrivals: number | null;
}

/** A piece of the list. */
export interface Piece {
  rows: AffectedMessage[];
  /** The last message that was read, if there may be more behind it. */
  reached: string | undefined;
}

interface Range {
  effects: readonly OutageEffect[];
  /** The ID of a message. The read rows come before this ID, or after it if `backwards`. */
  cursor: string | undefined;
  backwards: boolean;
  limit: number;
  /** Only messages that may have arrived several times are read. */
  several: boolean;
}

/** Maximum messages that one statement reads, in each class of slowness and among the unsent ones. */
const MAX_READ = 2_000;

const FORWARDS = listSql('DESC');
const BACKWARDS = listSql('ASC');

/**
 * Reads the next steps that the outage held up, newest first, or oldest first if `backwards`. Each step occurs once. A
 * step whose first attempt was more than 36 hours before the outage is found only while it waits.
 */
export async function readAffected(
  outage: OutageTime,
  { effects, cursor, backwards, limit, several }: Range,
): Promise<Piece> {
  const [first, end] = backwards ? [after(cursor) ?? MIN_ID, MAX_ID] : [MIN_ID, cursor ?? MAX_ID];
  const name = backwards ? 'outages-affected-back' : 'outages-affected';
  const minArrivals = several ? 2 : 0;
  const values = valuesOf(outage, { first, end, maxMessages: MAX_READ, effects, minArrivals, limit });
  const found = await hotQuery<Found>(name, backwards ? BACKWARDS : FORWARDS, values);
  const rows = found.flatMap(({ reached: _, ...row }) => (row.id === null ? [] : [row as AffectedMessage]));
  return { rows, reached: rows.length < limit ? (found[0]?.reached ?? undefined) : rows.at(-1)?.id };
}

/** A row of the outer join: without affected messages, one row shows how far the statement read. */
type Found = (AffectedMessage | { id: null }) & { reached: string | null };

export interface AffectedCount {
  effect: OutageEffect;
  count: number;
  /** The number of these messages that may have arrived several times. */
  several: number;
  /** The oldest and newest run with a failed step. Null if there is none. */
  first: string | null;
  last: string | null;
  /** The codes of the reasons of these steps. */
  reasons: string[] | null;
}

/** Maximum messages that are read for the counts. */
const MAX_COUNTED = 10_000;

/** Counts the newest steps that the outage held up. */
export async function countAffected(outage: OutageTime): Promise<{ counts: AffectedCount[]; isCapped: boolean }> {
  const [effects, limit] = [OUTAGE_EFFECTS, 2 * MAX_COUNTED];
  const values = valuesOf(outage, {
    first: MIN_ID,
    end: MAX_ID,
    maxMessages: MAX_COUNTED,
    effects,
    minArrivals: 0,
    limit,
  });
  const rows = await hotQuery<AffectedCount & { capped: boolean }>('outages-count', COUNT, values);
  return { counts: rows.filter(({ effect }) => effect !== null), isCapped: rows[0]?.capped ?? false };
}

/** Maximum rows of the queue that a count or a list reads, beginning with the rows that are due first. */
const MAX_WAITING = 10_000;

/** Runs that ended within this time have no class of slowness. */
const FAST_MS = 10_000;

/** The end of an outage that still lasts: later than all times. */
const NEVER = new Date('9999-12-31T00:00:00Z');
const [MIN_ID, MAX_ID] = ['', 'g'];

interface Reading {
  first: string;
  end: string;
  maxMessages: number;
  effects: readonly OutageEffect[];
  minArrivals: number;
  limit: number;
}

/**
 * Returns the parameters of a statement. A message’s ID begins with the time of its step’s first claim, which may be
 * long before the outage if the retries are slow. So each slowness class has a smallest ID: the start of the outage
 * minus the longest time of the class.
 */
function valuesOf({ openedAt, closedAt, ...outage }: OutageTime, reading: Reading): unknown[] {
  const from = new Date(openedAt.getTime() - BEFORE_MS);
  const until = closedAt ? new Date(closedAt.getTime() + SETTLE_MS) : NEVER;
  const longest = [...SLOWNESS_CLASSES.map(classEndMs), undefined];
  const floors = longest.map((ms = RETRY_POLICY.longestMs) => idFloor(new Date(from.getTime() - ms - CLOCK_SLACK_MS)));
  const values: Record<(typeof PARAMETERS)[number], unknown> = {
    ...{ environmentId: outage.environmentId, integrationId: outage.integrationId, channel: outage.channel },
    ...{ from, until, since: openedAt.toISOString(), classes: SLOWNESS_CLASSES, floors, ceiling: idCeil(until) },
    lastSeconds: closedAt ? idFloor(new Date(closedAt.getTime() - FAST_MS - SETTLE_MS)) : MAX_ID,
    ...{ lanes: Object.values(LANES), maxRead: MAX_WAITING },
    ...reading,
  };
  return PARAMETERS.map((name) => values[name]);
}

/** Returns the smallest ID after another one. */
function after(id: string | undefined): string | undefined {
  return id && (BigInt(`0x${id}`) + 1n).toString(16).padStart(24, '0');
}
