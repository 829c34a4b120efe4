/** The bodies and responses of step previews. */
import { z } from 'zod';
import { boundedRecord } from '#lib/api/bounded-record.ts';
import { JsonObject, storableText } from '#lib/api/text.ts';
import { UpdateWorkflowBody } from './schema.ts';

const MAX_CONTEXTS = 100;

/** Values for rendering. Sample data replace missing values. */
export const PreviewPayload = z.object({
  /**
   * If `subscriberId` or `_id` names an existing subscriber, the fields that are not given come from that subscriber.
   */
  subscriber: JsonObject.optional(),
  payload: JsonObject.optional(),
  /** Results of earlier steps by `stepId`. */
  steps: JsonObject.optional(),
  /** Contexts by type: an ID, or an ID with data. */
  context: boundedRecord(z.string(), z.union([storableText(255), JsonObject]), MAX_CONTEXTS).optional(),
});
export type PreviewPayload = z.output<typeof PreviewPayload>;

/**
 * Body of POST /v2/workflows/{workflowId}/step/{stepId}/preview. Without `controlValues`, the stored values are used.
 */
export const PreviewStepBody = z.object({
  controlValues: JsonObject.optional(),
  previewPayload: PreviewPayload.optional(),
});
export type PreviewStepBody = z.output<typeof PreviewStepBody>;

/** Body of POST /v2/workflow-drafts/preview. `stepId` names a step of the draft. */
export const PreviewDraftBody = z.object({
  workflow: UpdateWorkflowBody,
  stepId: storableText(512).min(1),
  previewPayload: PreviewPayload.optional(),
});
export type PreviewDraftBody = z.output<typeof PreviewDraftBody>;

/** The response of POST /v2/workflow-drafts/payload. */
export const DraftPayload = z.strictObject({
  payload: JsonObject,
  /** The source of the payload: the payload schema, or the values that the steps read. */
  from: z.enum(['schema', 'templates']),
});
export type DraftPayload = z.infer<typeof DraftPayload>;

/** The reason why a preview differs from the delivered message: the problem, its control, and the fix. */
export const PreviewError = z.strictObject({
  title: z.string(),
  message: z.string(),
  hint: z.string(),
  /** The dotted path of the control. */
  control: z.string().optional(),
});
export type PreviewError = z.infer<typeof PreviewError>;

/** The response of every step preview. */
export const StepPreview = z.strictObject({
  /** The data that the step was rendered with. */
  previewPayloadExample: z.strictObject({
    subscriber: JsonObject,
    payload: JsonObject,
    steps: JsonObject,
    context: JsonObject,
  }),
  /** A JSON Schema of the variables that the step may use. */
  schema: JsonObject.optional(),
  result: z.strictObject({
    type: z.string(),
    /**
     * The rendered values, which depend on the step type: an email has `subject`, `body` and `text`, an SMS `body` and
     * `segments`, and so on.
     */
    preview: JsonObject,
    error: PreviewError.optional(),
  }),
});
export type StepPreview = z.infer<typeof StepPreview>;
