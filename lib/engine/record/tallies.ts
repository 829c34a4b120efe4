/**
 * Raw statement: it adds to many counters together. The records of this process are counted in memory and added to the
 * database once a second, in the same order by every process. A process that is killed loses the last second's counts.
 */

import type { RunContext } from '#lib/engine/run-context.ts';
import { idTime } from '#lib/id.ts';
import { messageOutcome } from '#lib/messages/state.ts';
import type { MessageOutcome } from '#lib/messages/statuses.ts';
import { hotQuery, onCitus } from '#lib/postgres/db.ts';
import type { FinalOutcome } from '#lib/reasons/outcome.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time/durations.ts';
import type { Records } from './records.ts';

type Counter = 'sent' | 'failed' | 'retried';

interface Stat extends Record<Counter, number> {
  environment_id: string;
  minute: Date;
  integration_id: string;
}

interface Count {
  environment_id: string;
  hour: Date;
  workflow_id: string;
  outcome: FinalOutcome;
  count: number;
}

interface Recorded {
  run: RunContext;
  records: Records;
}

/** A skipped message does not count. */
const COUNTERS: Partial<Record<MessageOutcome, Counter>> = { sent: 'sent', failed: 'failed', attempted: 'retried' };

let stats = new Map<string, Stat>();
let counts = new Map<string, Count>();

/** Counts recorded attempts. Messages count at the time of their creation, as in the list of messages. */
export function tallyAttempts(environmentId: string, attempted: readonly Recorded[]): void {
  for (const { run, records } of attempted) {
    for (const { id, integrationId, status, reason } of records.messages) {
      // The message was counted when it was sent. Later sends are for recipients in copy.
      if (run.sentMessages.has(id)) continue;
      // A recipient's mailbox that temporarily accepts nothing is not a failure of the integration.
      if (reason?.code === 'mailbox_waiting') continue;
      const counter = COUNTERS[messageOutcome({ status, reason })];
      if (integrationId !== undefined && counter) addStat(environmentId, integrationId, counter, idTime(id));
    }
    if (!records.outcome) continue;
    tallyOutcomes(environmentId, run.workflow.id, records.outcome.outcome, 1, idTime(run.notification.id));
  }
}

/** Counts ended runs of a workflow, by the hour of their trigger. */
export function tallyOutcomes(
  environmentId: string,
  workflowId: string,
  outcome: FinalOutcome,
  count: number,
  triggeredAt: Date,
): void {
  const hour = floor(triggeredAt, HOUR_MS);
  const key = keyOf(environmentId, hour, workflowId, outcome);
  const known = counts.get(key) ?? { environment_id: environmentId, hour, workflow_id: workflowId, outcome, count: 0 };
  counts.set(key, { ...known, count: known.count + count });
}

function addStat(environmentId: string, integrationId: string, counter: Counter, createdAt: Date): void {
  const minute = floor(createdAt, MINUTE_MS);
  const key = keyOf(environmentId, minute, integrationId);
  const none = { environment_id: environmentId, minute, integration_id: integrationId, sent: 0, failed: 0, retried: 0 };
  const known = stats.get(key) ?? none;
  stats.set(key, { ...known, [counter]: known[counter] + 1 });
}

interface Tallies {
  stats: Map<string, Stat>;
  counts: Map<string, Count>;
}

/** Adds the counts since the last call. After a failure, the next call adds them. */
export async function writeTallies(): Promise<void> {
  if (stats.size + counts.size === 0) return;
  const isDivided = await onCitus();
  const written = { stats, counts };
  stats = new Map();
  counts = new Map();
  // On Citus, the rows of several environments are on several nodes.
  const parts = isDivided ? byEnvironment(written) : [[null, written] as const];
  const results = await Promise.allSettled(parts.map(([environmentId, part]) => writePart(environmentId, part)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** @param environmentId null for rows of several environments. */
async function writePart(environmentId: string | null, written: Tallies): Promise<void> {
  try {
    await hotQuery('tallies-add', ADD, [environmentId, inOrder(written.stats), inOrder(written.counts)]);
  } catch (error) {
    for (const [key, stat] of written.stats) stats.set(key, sum(stat, stats.get(key), ['sent', 'failed', 'retried']));
    for (const [key, count] of written.counts) counts.set(key, sum(count, counts.get(key), ['count']));
    throw error;
  }
}

function byEnvironment(written: Tallies): [string, Tallies][] {
  const ids = new Set([...written.stats.values(), ...written.counts.values()].map((row) => row.environment_id));
  const of = <Row extends { environment_id: string }>(rows: Map<string, Row>, id: string) =>
    new Map([...rows].filter(([, { environment_id }]) => environment_id === id));
  return [...ids].map((id) => [id, { stats: of(written.stats, id), counts: of(written.counts, id) }]);
}

/** Parameters: $1 environment of all rows, NULL for several environments; $2 messages, $3 runs. */
export const ADD = `
WITH stat AS (
  INSERT INTO integration_stats (environment_id, minute, integration_id, sent, failed, retried)
  SELECT environment_id, minute, integration_id, sent, failed, retried FROM json_to_recordset($2::json)
    AS r (environment_id text, minute timestamptz, integration_id text, sent int, failed int, retried int)
  WHERE $1::text IS NULL OR environment_id = $1
  ON CONFLICT (environment_id, minute, integration_id) DO UPDATE SET sent = integration_stats.sent + excluded.sent,
    failed = integration_stats.failed + excluded.failed, retried = integration_stats.retried + excluded.retried
)
INSERT INTO outcome_counts (environment_id, hour, workflow_id, outcome, count)
SELECT environment_id, hour, workflow_id, outcome, count FROM json_to_recordset($3::json)
  AS r (environment_id text, hour timestamptz, workflow_id text, outcome text, count int)
WHERE $1::text IS NULL OR environment_id = $1
ON CONFLICT (environment_id, hour, workflow_id, outcome) DO UPDATE SET count = outcome_counts.count + excluded.count`;

/** Sorts the rows, because all processes add to the same rows and must lock them in one order. */
function inOrder(rows: ReadonlyMap<string, object>): string {
  return JSON.stringify([...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row));
}

function sum<Row, Key extends keyof Row>(row: Row, other: Row | undefined, keys: readonly Key[]): Row {
  const added = keys.map((key) => [key, Number(row[key]) + Number(other?.[key] ?? 0)]);
  return { ...row, ...Object.fromEntries(added) };
}

function floor(at: Date, ms: number): Date {
  return new Date(Math.floor(at.getTime() / ms) * ms);
}

function keyOf(environmentId: string, at: Date, ...rest: string[]): string {
  return [environmentId, at.toISOString(), ...rest].join(' ');
}
