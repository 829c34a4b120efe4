/** Which runs of a workflow have sensitive content, by the mark of the workflow (withheld.ts says from whom it is withheld). */

export interface Mark {
  isSensitive: boolean;
  sensitiveUntil: string | null;
}

/** Whether a run of a workflow with this mark has sensitive content. */
export function isSensitiveRun(mark: Mark | undefined, runId: string): boolean {
  if (!mark) return false;
  return mark.isSensitive || (mark.sensitiveUntil !== null && runId < mark.sensitiveUntil);
}

/** As `isSensitiveRun`, in SQL, of a row of workflows. */
export function isMarked(workflow: string, runId: string): string {
  return `(${workflow}.is_sensitive OR coalesce(${runId} < ${workflow}.sensitive_until, false))`;
}
