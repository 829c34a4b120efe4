/** What happens to a step: its message is sent again in a new run, or the step runs again or earlier. */
export type StepAction = 'repeat' | 'retry' | 'hurry';

/** A step of a run, by the ID of its job or by the `_messageTemplateId` of its messages. */
export type StepOfRun = { jobId: string } | { templateId: string };
