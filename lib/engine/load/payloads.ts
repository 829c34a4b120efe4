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
  const monthOf = (at: Date) => at.toISOString().slice(0, 7);
  return known !== null && monthOf(idTime(known)) === monthOf(now) ? known : newId(now);
}

/** A condition of maintenance, whose environment is `$2`: neither a run nor a digest's event refers to the payload. */
export const UNREFERENCED = `NOT EXISTS (
    SELECT 1 FROM notifications n WHERE n.environment_id = $2 AND n.transaction_id = payloads.transaction_id AND n.payload_id = payloads.id)
  AND NOT EXISTS (SELECT 1 FROM digest_events d WHERE d.environment_id = $2 AND d.payload_id = payloads.id)`;
