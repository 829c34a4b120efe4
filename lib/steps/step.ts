/** A step of a workflow on the wire: ten shapes, chosen by `type` (spec 2.9). */
import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import { WorkflowOrigin } from '#lib/workflows/origin.ts';
import type { StepDefinition } from './controls.ts';
import { STEPS, type WorkflowStepType } from './index.ts';
import { StepIssues } from './issues.ts';
import { UiSchema } from './ui-schema.ts';

export const Step = z.discriminatedUnion('type', [
  shape(STEPS.in_app),
  shape(STEPS.email),
  shape(STEPS.sms),
  shape(STEPS.push),
  shape(STEPS.chat),
  shape(STEPS.delay),
  shape(STEPS.digest),
  shape(STEPS.custom),
  shape(STEPS.throttle),
  shape(STEPS.http_request),
]);
export type Step = z.infer<typeof Step>;

function shape<Type extends WorkflowStepType, Controls extends z.ZodObject>(
  definition: StepDefinition<Type, Controls>,
) {
  return z.strictObject({
    controls: z.strictObject({
      dataSchema: JsonObject.optional(),
      uiSchema: UiSchema.optional(),
      values: definition.controls,
    }),
    controlValues: definition.controls.optional(),
    /** JSON Schema of the variables that the controls may use. */
    variables: JsonObject,
    stepId: z.string(),
    _id: z.string(),
    name: z.string(),
    slug: z.string(),
    type: z.literal(definition.type),
    origin: WorkflowOrigin,
    workflowId: z.string(),
    workflowDatabaseId: z.string(),
    issues: StepIssues.optional(),
    stepResolverHash: z.string().optional(),
  });
}
