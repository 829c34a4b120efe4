import type { RunContext } from '#lib/engine/run-context.ts';
import { isCritical } from '#lib/preferences/workflow-preferences.ts';
import { pageOrigin } from '#lib/recipient-page/origin.ts';

/**
 * Returns the origin of tracked links in the emails of a run. Undefined if they are not tracked: the environment or the
 * workflow does not track, the workflow is critical, or there is neither an own address nor `PUBLIC_URL`, so that
 * recipients cannot reach Belfry.
 */
export function runTracking({ environment, workflow }: RunContext): string | undefined {
  if (!environment.trackedWorkflows?.includes(workflow.id) || isCritical(workflow)) return undefined;
  return pageOrigin(environment.pageUrl);
}
