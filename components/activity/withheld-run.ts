import type { Job, Notification } from '#lib/notifications/schema.ts';
import { WITHHELD } from '#lib/reasons/withheld.ts';
import { isDelivery } from '#lib/steps/labels.ts';

/** A step in one of these states has rendered something, or tried to. */
const RENDERED: ReadonlySet<string> = new Set(['completed', 'failed', 'running']);

/** Whether the steps of a run have something to reveal. Of one whose messages were all skipped, only the payload is left. */
export function hasWithheldSteps({ jobs = [], withheld }: Pick<Notification, 'jobs' | 'withheld'>): boolean {
  return withheld === true && jobs.some((job) => isRendered(job) || isQuoting(job));
}

function isRendered({ type, status }: Job): boolean {
  return isDelivery(type) && RENDERED.has(status);
}

/** A reason of it would say more. */
function isQuoting({ reason, executionDetails }: Job): boolean {
  return [reason, ...executionDetails.map((detail) => detail.reason)].some(
    (each) => each !== undefined && Object.values(each.evidence).includes(WITHHELD),
  );
}
