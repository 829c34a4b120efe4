/**
 * The fan-outs in progress and their positions. Raw statements: row locks. The lock of a fan-out's row is its lease,
 * which ends with the transaction.
 */
import { LANE_ROWS } from '#lib/engine/queue/work.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';

/** The data that the runs of one trigger share. */
export interface FanoutEvent {
  /** A text, because a number cannot represent every bigint. */
  snapshotId: string;
  workflowVersion: number;
  critical: boolean;
  /** The steps, in order. */
  jobs: readonly { stepKey: string; type: WorkflowStepType }[];
  contextKeys: readonly string[];
  payload: JsonObject;
  overrides?: JsonObject | undefined;
  actor?: JsonObject | undefined;
  tenant?: JsonObject | undefined;
  context?: JsonObject | undefined;
}

export interface FanoutTopic {
  /** Topic.id */
  id: string;
  key: string;
  /** Subscriber.id of the subscribers that are excluded from this topic. */
  excluded: readonly string[];
}

/** An environment with this many due jobs gets no further runs from fan-outs. */
const MAX_READY = 10_000;

/** A fan-out in progress. */
export interface FanoutPlace {
  environmentId: string;
  id: string;
  readyAt: Date;
}

/** Whether the environment has enough due jobs for now. */
export async function isBusy(environmentId: string, now: Date): Promise<boolean> {
  const [row] = await hotQuery<{ count: number }>(
    'fanouts-work-due',
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM ${LANE_ROWS}
       CROSS JOIN LATERAL (
         SELECT 1 FROM work w WHERE w.environment_id = $1 AND w.lane = lanes.lane AND w.worker_id IS NULL AND w.ready_at <= $2
         LIMIT ${MAX_READY}) AS due
       LIMIT ${MAX_READY}) AS due`,
    [environmentId, now],
  );
  return (row?.count ?? 0) >= MAX_READY;
}

export interface Fanout {
  environmentId: string;
  id: string;
  transactionId: string;
  workflowId: string;
  event: FanoutEvent;
  topics: FanoutTopic[] | null;
  excluded: string[];
  cursor: string;
  ceiling: string;
  /** Payload.id of the runs that the fan-out created last. */
  payloadId: string | null;
}

/** Locks the fan-out until the end of the transaction. Undefined if it is not due or another worker holds it. */
export async function lockFanout(environmentId: string, id: string, now: Date): Promise<Fanout | undefined> {
  const [row] = await hotQuery<Fanout & Record<string, unknown>>(
    'fanouts-lock',
    `SELECT f.environment_id AS "environmentId", f.id, f.transaction_id AS "transactionId", f.workflow_id AS "workflowId", f.event, f.topics,
       f.excluded, f.cursor, f.ceiling, f.payload_id AS "payloadId"
     FROM fanouts f WHERE f.environment_id = $1 AND f.id = $2 AND f.ready_at <= $3 FOR UPDATE SKIP LOCKED`,
    [environmentId, id, now],
  );
  return row;
}

/** The progress of a batch. */
export interface BatchDone {
  /** Undefined if the fan-out is complete. */
  cursor: string | undefined;
  /** The number of runs that the batch created. */
  made: number;
  /** Payload.id of these runs. */
  payloadId: string | null;
}

/** Records the progress of a batch, or deletes the fan-out if it is complete. */
export async function saveProgress(
  { environmentId, id }: Fanout,
  { cursor, made, payloadId }: BatchDone,
  now: Date,
): Promise<void> {
  if (cursor === undefined)
    await hotQuery('fanouts-end', 'DELETE FROM fanouts WHERE environment_id = $1 AND id = $2', [environmentId, id]);
  else
    await hotQuery(
      'fanouts-move-on',
      `UPDATE fanouts SET cursor = $3, reached = reached + $4, ready_at = $5, payload_id = $6, failures = 0
       WHERE environment_id = $1 AND id = $2`,
      [environmentId, id, cursor, made, now, payloadId],
    );
}
