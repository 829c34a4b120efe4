/**
 * What all runs of one trigger share: stored once when there are several, in the month of these runs. A single run, and
 * what is older, holds its own. Raw statement: the engine reads one for a whole batch of runs.
 */

import { idTime, newId } from '#lib/id.ts';
import type { JsonObject } from '#lib/json.ts';
import { readTogether } from '#lib/postgres/db.ts';

const SHARED = ['payload', 'overrides', 'actor', 'tenant', 'context'] as const;
type Shared = (typeof SHARED)[number];

/** The columns, for statements. */
export const SHARED_COLUMNS = SHARED.join(', ');

/** What a run holds or refers to. */
export type SharedRow = Record<Shared, JsonObject | null>;

/** By DigestEvent.id: the Payload.id of an event whose payload several runs share. */
export type PayloadIds = ReadonlyMap<string, string>;

/** SQL of such a column of the run or event `row`, wherever it is stored. Its environment is `$1`. */
export function sharedColumn(row: string, column: Shared): string {
  return `coalesce(${row}.${column}, (
    SELECT shared.${column} FROM payloads shared WHERE shared.environment_id = $1 AND shared.id = ${row}.payload_id))`;
}

/** What the runs share that refer to one of these, by its id. */
export async function loadPayloads(
  environmentId: string,
  ids: readonly (string | null)[],
): Promise<Map<string, SharedRow>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await readTogether<SharedRow & { id: string }>(
    'runs-payloads',
    // One look into the index for each: only its month is read.
    `SELECT found.* FROM unnest($2::text[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT id, ${SHARED_COLUMNS} FROM payloads WHERE environment_id = $1 AND id = wanted.id OFFSET 0) AS found`,
    [environmentId, wanted],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The id of the payload of runs that are made now: the one of earlier runs, as long as it lies in the same month. */
export function payloadIdFor(known: string | null, now: Date): string {
  return known !== null && monthOf(idTime(known)) === monthOf(now) ? known : newId(now);
}

/** Whether the partition of a payload is kept as long as that of the run: it lies in the same month or a later one. */
export function isKeptWith(payloadId: string, runId: string): boolean {
  return monthOf(idTime(payloadId)) >= monthOf(idTime(runId));
}

/** `2027-03` */
function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** A condition of maintenance, whose environment is `$2`: no run, no digest's event and no result of a digest refers to the payload. */
export const UNREFERENCED = `NOT EXISTS (
    SELECT 1 FROM notifications n WHERE n.environment_id = $2 AND n.transaction_id = payloads.transaction_id AND n.payload_id = payloads.id)
  AND NOT EXISTS (SELECT 1 FROM digest_events d WHERE d.environment_id = $2 AND d.payload_id = payloads.id)
  AND NOT EXISTS (SELECT 1 FROM digest_events d WHERE d.environment_id = $2 AND d.payload_ids @> ARRAY[payloads.id])
  AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.environment_id = $2 AND j.payload_ids @> ARRAY[payloads.id])`;
