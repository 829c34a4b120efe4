/**
 * The mark of a workflow decides which of its runs have sensitive content. `withheld.ts` decides who may see this
 * content.
 */

export interface Mark {
  isSensitive: boolean;
  sensitiveUntil: string | null;
}

/** Whether a run of a workflow with this mark has sensitive content. */
export function isSensitiveRun(mark: Mark | undefined, runId: string): boolean {
  if (!mark) return false;
  return mark.isSensitive || (mark.sensitiveUntil !== null && runId < mark.sensitiveUntil);
}

/** Returns the condition of `isSensitiveRun` in SQL, for a row of `workflows`. */
export function isMarked(workflow: string, runId: string): string {
  return `(${workflow}.is_sensitive OR coalesce(${runId} < ${workflow}.sensitive_until, false))`;
}
