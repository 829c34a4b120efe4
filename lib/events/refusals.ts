/** Raw statement: it writes rows in batches. */

import { newId } from '#lib/id.ts';
import { logger } from '#lib/logger.ts';
import { query } from '#lib/postgres/db.ts';
import type { Reason } from '#lib/reasons/registry.ts';

/** A trigger that started no run. */
export interface Refusal {
  environmentId: string;
  /** The workflow's name as the trigger gave it. */
  workflow: string;
  transactionId: string | undefined;
  reason: Reason;
  /** The subscriber ids and addresses that the trigger named. */
  recipients: readonly string[];
}

const MAX_RECIPIENTS = 100;
const FLUSH_MS = 500;
const MAX_WAITING = 10_000;

interface Waiting extends Refusal {
  id: string;
  at: Date;
}

const shared = globalThis as typeof globalThis & {
  belfryRefusals?: { waiting: Waiting[]; timer?: NodeJS.Timeout | undefined };
};

/**
 * Keeps a refused trigger so that support can find it. It is written shortly afterwards and outside the request's
 * transaction, because that may roll back.
 */
export function keepRefusal(refusal: Refusal): void {
  shared.belfryRefusals ??= { waiting: [] };
  const buffer = shared.belfryRefusals;
  if (buffer.waiting.length >= MAX_WAITING) return;
  const at = new Date();
  buffer.waiting.push({ ...refusal, id: newId(at), at });
  buffer.timer ??= setTimeout(() => void flushRefusals(), FLUSH_MS).unref();
}

/** Writes what is still in memory. Also called when the process ends. */
export async function flushRefusals(): Promise<void> {
  const buffer = shared.belfryRefusals;
  if (!buffer) return;
  clearTimeout(buffer.timer);
  buffer.timer = undefined;
  const rows = buffer.waiting.splice(0);
  if (rows.length === 0) return;
  try {
    await query('trigger-refusals-insert', INSERT, [JSON.stringify(rows.map(rowOf))]);
  } catch (error) {
    logger().warn({ error, refusals: rows.length }, 'Refused triggers could not be kept');
  }
}

const INSERT = `INSERT INTO trigger_refusals (environment_id, id, workflow, transaction_id, code, reason, recipients, created_at)
  SELECT environment_id, id, workflow, transaction_id, code, reason, recipients, created_at
  FROM json_to_recordset($1::json) AS r (environment_id text, id text, workflow text, transaction_id text, code text, reason jsonb,
    recipients text[], created_at timestamptz)`;

function rowOf({ environmentId, id, workflow, transactionId, reason, recipients, at }: Waiting) {
  return {
    environment_id: environmentId,
    id,
    workflow,
    transaction_id: transactionId,
    code: reason.code,
    reason,
    recipients: recipients.slice(0, MAX_RECIPIENTS),
    created_at: at,
  };
}
