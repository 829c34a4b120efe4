/** SQL text that reads stored reasons and marks the reasons that the sandbox caused (lib/reasons/sandbox.ts). */
import { ANSWERS } from '#lib/reasons/sandbox.ts';

const CODES = [...ANSWERS].map((code) => `'${code}'`).join(', ');

/**
 * Returns the SQL for the reason of a job or a message.
 *
 * @param details the condition on its execution details `e`. The newest one with a provider decides.
 */
export function answeredReason(reason: string, details: string): string {
  return marked(
    reason,
    `(SELECT e.is_test FROM execution_details e WHERE ${details} AND e.provider_id IS NOT NULL ORDER BY e.id DESC LIMIT 1)`,
  );
}

/**
 * Returns the SQL for the reason of a job, without the remark that no inbox was connected once the subscriber has seen
 * the message.
 *
 * @param own the condition on the messages `m` of the job.
 */
export function seenReason(reason: string, own: string): string {
  return `(CASE WHEN ${reason} ->> 'code' = 'stored' AND EXISTS (SELECT 1 FROM messages m WHERE ${own} AND m.seen)
    THEN jsonb_set(${reason}, '{code}', '"sent"') ELSE ${reason} END)`;
}

/** Returns the SQL for the reason of an execution detail. */
export function answeredDetail(detail: string): string {
  return marked(`${detail}.reason`, `${detail}.is_test`);
}

/** Returns the SQL for the marked reason. Reads execution details only for codes of a provider's response. */
function marked(reason: string, isSandbox: string): string {
  return `(CASE WHEN ${reason} ->> 'code' IN (${CODES}) AND ${isSandbox}
    THEN jsonb_set(${reason}, '{evidence,answeredBy}', '"sandbox"') ELSE ${reason} END)`;
}
