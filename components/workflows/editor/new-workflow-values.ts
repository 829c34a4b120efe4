import { z } from 'zod';

/** The form of a new workflow. */
export const NewWorkflowValues = z.object({
  name: z.string().trim().min(1, 'Enter a name that people recognise').max(255),
  workflowId: z.string().trim().min(1, 'Enter an identifier for your code to use').max(255),
  /** A step type, the `workflowId` of a template, or nothing. */
  start: z.string(),
});
export type NewWorkflowValues = z.infer<typeof NewWorkflowValues>;
