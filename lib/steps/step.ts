/** A step of a workflow on the wire. Its shape depends on `type` (spec 2.9). */
import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import { WorkflowOrigin } from '#lib/workflows/origin.ts';
import type { StepType } from './controls.ts';
import { STEPS, type WorkflowStepType } from './index.ts';
import { StepIssues } from './issues.ts';
import { UiSchema } from './ui-schema.ts';

type Shape<Definition extends StepType> = ReturnType<
  typeof shape<Definition['type'], Definition['controls'] & z.ZodObject>
>;
type AnyShape = { [Type in WorkflowStepType]: Shape<(typeof STEPS)[Type]> }[WorkflowStepType];

export const Step = z.discriminatedUnion(
  'type',
  Object.values<StepType>(STEPS).map(shape) as unknown as [AnyShape, ...AnyShape[]],
);
export type Step = z.infer<typeof Step>;

function shape<Type extends string, Controls extends z.ZodObject>(definition: StepType<Type, Controls>) {
  const values = shownShape(definition);
  return z.strictObject({
    controls: z.strictObject({
      dataSchema: JsonObject.optional(),
      uiSchema: UiSchema.optional(),
      values,
    }),
    controlValues: values.optional(),
    /** A JSON Schema of the variables that the controls may use. */
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

/** Returns the wire schema of controls. The controls in `draft` are required in it, because clients require them. */
function shownShape<Controls extends z.ZodObject>({ controls, draft = {} }: StepType<string, Controls>): Controls {
  const required = Object.fromEntries(Object.keys(draft).map((key) => [key, true as const]));
  return controls.required(required as never) as unknown as Controls;
}
