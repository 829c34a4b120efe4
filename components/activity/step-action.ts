import { jobState } from '#lib/notifications/run-status.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { isDelivery } from '#lib/steps/labels.ts';

/** What happens to a step: its message is sent again in a new run, or the step runs again or earlier. */
export type StepAction = 'repeat' | 'retry' | 'hurry';

/**
 * A step of a run, by the ID of its job or by the `_messageTemplateId` of its messages; or the messages of a run with an
 * outcome, from which people choose if there are several.
 */
export type StepOfRun = { jobId: string } | { templateId: string } | { outcome: 'sent' | 'failed' };

/** Returns the steps of a run that the action may be about, the first one by default. */
export function stepsOf({ jobs = [] }: Pick<Notification, 'jobs'>, step: StepOfRun): Job[] {
  if ('jobId' in step) return jobs.filter(({ _id }) => _id === step.jobId);
  if ('templateId' in step) return jobs.filter((job) => job.step._templateId === step.templateId);
  return jobs.filter((job) => isDelivery(job.type) && jobState(job) === step.outcome);
}
