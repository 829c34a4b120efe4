import { authoredOf } from '#lib/workflows/authored.ts';
import { changesBetween } from '#lib/workflows/changes.ts';
import type { Change, Workflow } from '#lib/workflows/schema.ts';

/** What copying `source` over `target` changes there. Steps are the same when they have the same `stepId`. */
export function copyDifference(source: Workflow, target: Workflow): Change[] {
  return changesBetween(authoredOf(target), authoredOf(source));
}
