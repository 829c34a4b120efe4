/** Decides which steps of failed runs are retried together. */
import { loadJobs, loadNotifications } from '#lib/engine/load/runs.ts';
import type { RunJob } from '#lib/engine/run-context.ts';
import { idTime } from '#lib/id.ts';
import { canRetry, obstacleToRetry } from '#lib/notifications/retry/retry-rules.ts';
import { prisma } from '#lib/postgres/db.ts';
import { fixOf } from '#lib/reasons/registry.ts';
import { channelOf } from '#lib/steps/labels.ts';

/** The failed steps of a run that are retried, or the reason why no step is retried, as a clause. */
export type Recoverable = { steps: readonly RunJob[] } | { obstacle: string };

const UNRECORDED: Recoverable = { obstacle: 'the run’s steps were not recorded' };
const NOT_FAILED: Recoverable = { obstacle: 'no step of these channels is still failed' };
const NEEDS_VERSION: Recoverable = { obstacle: 'the step must be changed, but a retry runs its old version' };

/**
 * Returns the steps of each run that can be retried, by the run's ID.
 *
 * @param channels the channels of the filter: only steps of these types are retried. Undefined: all.
 */
export async function recoverableRuns(
  environmentId: string,
  ids: readonly string[],
  channels?: readonly string[],
): Promise<Map<string, Recoverable>> {
  const [notifications, jobs] = await Promise.all([
    loadNotifications(environmentId, ids),
    loadJobs(environmentId, ids),
  ]);
  const workflowIds = [...new Set([...notifications.values()].map(({ workflow }) => workflow.id))];
  const workflows = await prisma().workflow.findMany({
    where: { environmentId, id: { in: workflowIds } },
    select: { id: true, deletedAt: true, resendWithinHours: true },
  });
  const templates = new Map(workflows.map((workflow) => [workflow.id, workflow]));
  return new Map(
    ids.map((id) => {
      const [loaded, steps] = [notifications.get(id), jobs.get(id)];
      if (!loaded || !steps) return [id, UNRECORDED];
      const obstacle = obstacleToRetry({
        ended: loaded.ended,
        template: templates.get(loaded.workflow.id),
        createdAt: idTime(id),
      });
      return [id, obstacle === undefined ? retryable(steps, channels) : { obstacle }];
    }),
  );
}

function retryable(jobs: readonly RunJob[], channels: readonly string[] | undefined): Recoverable {
  const failed = jobs.filter(({ status, step }) => status === 'failed' && (!channels || channels.includes(step.type)));
  if (failed.length === 0) return NOT_FAILED;
  const steps = failed.filter(({ status, reason, step }) => {
    const fix = reason && fixOf(reason, { step: step.stepId, channel: channelOf(step.type) });
    return canRetry({ status, reason }, fix);
  });
  return steps.length > 0 ? { steps } : NEEDS_VERSION;
}
