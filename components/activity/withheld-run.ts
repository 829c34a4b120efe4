import type { Job, Notification } from '#lib/notifications/schema.ts';
import { WITHHELD } from '#lib/reasons/withheld.ts';
import { isDelivery } from '#lib/steps/labels.ts';

/** Job states in which a step has rendered content, or tried to render it. */
const RENDERED: ReadonlySet<string> = new Set(['completed', 'failed', 'running']);

/** Whether the steps of a run have content to reveal. If every message was skipped, only the payload can be revealed. */
export function hasWithheldSteps({ jobs = [], withheld }: Pick<Notification, 'jobs' | 'withheld'>): boolean {
  return withheld === true && jobs.some((job) => isRendered(job) || isQuoting(job));
}

function isRendered({ type, status }: Job): boolean {
  return isDelivery(type) && RENDERED.has(status);
}

/** Whether a reason of the job has withheld evidence. */
function isQuoting({ reason, executionDetails }: Job): boolean {
  return [reason, ...executionDetails.map((detail) => detail.reason)].some(
    (each) => each !== undefined && Object.values(each.evidence).includes(WITHHELD),
  );
}
