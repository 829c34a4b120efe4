import { authoredOf } from '#lib/workflows/authored.ts';
import { changesBetween } from '#lib/workflows/changes.ts';
import { restored } from '#lib/workflows/restored.ts';
import type { Change, Workflow } from '#lib/workflows/schema.ts';

/**
 * Returns the changes in the other environment if `source` is copied over `target`, which stays active or paused. Steps with
 * the same `stepId` are the same step.
 */
export function copyDifference(source: Workflow, target: Workflow): Change[] {
  const before = authoredOf(target);
  return changesBetween(before, restored(authoredOf(source), before));
}
