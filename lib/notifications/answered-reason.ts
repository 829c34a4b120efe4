/** Stored reasons as they are read: those that the sandbox made say so (lib/reasons/sandbox.ts). Pieces of SQL text. */
import { ANSWERS } from '#lib/reasons/sandbox.ts';

const CODES = [...ANSWERS].map((code) => `'${code}'`).join(', ');

/**
 * A column with the reason of a job or a message.
 *
 * @param details which execution details `e` are its own. The newest of them that names a provider decides.
 */
export function answeredReason(reason: string, details: string): string {
  return marked(
    reason,
    `(SELECT e.is_test FROM execution_details e WHERE ${details} AND e.provider_id IS NOT NULL ORDER BY e.id DESC LIMIT 1)`,
  );
}

/** The reason of an execution detail. */
export function answeredDetail(detail: string): string {
  return marked(`${detail}.reason`, `${detail}.is_test`);
}

/** Reads the details only for reasons with a response. */
function marked(reason: string, isSandbox: string): string {
  return `(CASE WHEN ${reason} ->> 'code' IN (${CODES}) AND ${isSandbox}
    THEN jsonb_set(${reason}, '{evidence,answeredBy}', '"sandbox"') ELSE ${reason} END)`;
}
