import type { Job, Notification } from '#lib/notifications/schema.ts';
import { jobState } from '#lib/notifications/status/job-state.ts';
import { isDelivery } from '#lib/steps/labels.ts';

/**
 * An action on a step: `repeat` sends its message again in a new run, `retry` runs the step again, `hurry` runs it
 * earlier.
 */
export type StepAction = 'repeat' | 'retry' | 'hurry';

/**
 * A step of a run, by the ID of its job or by the `_messageTemplateId` of its messages. Or the messages of a run with
 * an outcome: if there are several, the user chooses one.
 */
export type StepOfRun = { jobId: string } | { templateId: string } | { outcome: 'sent' | 'failed' };

/** Returns the steps of a run that the action may be about, the first one by default. */
export function stepsOf({ jobs = [] }: Pick<Notification, 'jobs'>, step: StepOfRun): Job[] {
  if ('jobId' in step) return jobs.filter(({ _id }) => _id === step.jobId);
  if ('templateId' in step) return jobs.filter((job) => job.step._templateId === step.templateId);
  return jobs.filter((job) => isDelivery(job.type) && jobState(job) === step.outcome);
}
