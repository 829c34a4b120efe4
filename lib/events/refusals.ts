/** Raw statement: inserts rows in batches. */

import { newId } from '#lib/id.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { WriteBehind } from '#lib/postgres/write-behind.ts';
import type { Reason } from '#lib/reasons/registry.ts';

/** A trigger that started no run. */
export interface Refusal {
  environmentId: string;
  /** The workflow's name in the trigger. */
  workflow: string;
  transactionId: string | undefined;
  reason: Reason;
  /** The subscriber IDs and addresses that the trigger named. */
  recipients: readonly string[];
}

const MAX_RECIPIENTS = 100;
interface Waiting extends Refusal {
  id: string;
  at: Date;
}

const refusals = WriteBehind.named<Waiting>('Refused triggers', {
  afterMs: 500,
  capacity: 10_000,
  write: (waiting) => hotQuery('trigger-refusals-insert', INSERT, [JSON.stringify(waiting.map(rowOf))]),
});

/**
 * Records a refused trigger for support staff. The row is written shortly afterwards, outside the request's
 * transaction, because the transaction may roll back.
 */
export function keepRefusal(refusal: Refusal): void {
  const at = new Date();
  refusals.add({ ...refusal, id: newId(at), at });
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
