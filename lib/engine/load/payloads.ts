/**
 * The data that all runs of one trigger share. For several runs it is stored once, in their month. A single run stores
 * its own data. Raw statement: the engine reads the data of a whole batch of runs.
 */

import { idTime, newId } from '#lib/id.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { readTogether } from '#lib/postgres/db.ts';

/** The columns of the shared data. */
export const SHARED = ['payload', 'overrides', 'actor', 'tenant', 'context'] as const;
type Shared = (typeof SHARED)[number];

/** The shared columns, for statements. */
export const SHARED_COLUMNS = SHARED.join(', ');

/** The shared data that a run stores or refers to. */
export type SharedRow = Record<Shared, JsonObject | null>;

/** Payload.id by DigestEvent.id, for events whose payload several runs share. */
export type PayloadIds = ReadonlyMap<string, string>;

/** Returns SQL that reads a shared column of the run or event `row`, wherever it is stored. The environment is `$1`. */
export function sharedColumn(row: string, column: Shared): string {
  return `coalesce(${row}.${column}, (
    SELECT shared.${column} FROM payloads shared WHERE shared.environment_id = $1 AND shared.id = ${row}.payload_id))`;
}

/** One index lookup per ID reads only its month. */
export const PAYLOADS = `
SELECT found.* FROM unnest($2::text[]) AS wanted (id) CROSS JOIN LATERAL (
  SELECT id, ${SHARED_COLUMNS} FROM payloads WHERE environment_id = $1 AND id = wanted.id OFFSET 0) AS found`;

/** Returns the shared data of runs, by Payload.id. */
export async function loadPayloads(
  environmentId: string,
  ids: readonly (string | null)[],
): Promise<Map<string, SharedRow>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await readTogether<SharedRow & { id: string }>('runs-payloads', PAYLOADS, [environmentId, wanted]);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the payload's ID for runs that are created now: the ID that earlier runs use, if that payload is from the
 * same month.
 */
export function payloadIdFor(known: string | null, now: Date): string {
  return known !== null && monthOf(idTime(known)) === monthOf(now) ? known : newId(now);
}

/**
 * Whether a payload's partition is kept as long as the run's, because the month of the payload is the same or later.
 */
export function isKeptWith(payloadId: string, runId: string): boolean {
  return monthOf(idTime(payloadId)) >= monthOf(idTime(runId));
}

/** Returns the month of a time in UTC: `2027-03`. */
function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** A condition of maintenance, with environment `$2`: no run, digest event or digest result refers to the payload. */
export const UNREFERENCED = `NOT EXISTS (
    SELECT 1 FROM notifications n WHERE n.environment_id = $2 AND n.transaction_id = payloads.transaction_id AND n.payload_id = payloads.id)
  AND NOT EXISTS (SELECT 1 FROM digest_events d WHERE d.environment_id = $2 AND d.payload_id = payloads.id)
  AND NOT EXISTS (SELECT 1 FROM digest_events d WHERE d.environment_id = $2 AND d.payload_ids @> ARRAY[payloads.id])
  AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.environment_id = $2 AND j.payload_ids @> ARRAY[payloads.id])`;
