import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { isId } from '#lib/api/wire.ts';
import { shownValues } from '#lib/environment-variables/values.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { findLayoutBody } from '#lib/layouts/query.ts';
import type { LayoutBody } from '#lib/rendering/mail.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import type { StepType } from '#lib/steps/controls.ts';
import { isWorkflowStepType } from '#lib/steps/data-schema.ts';
import { stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import { type EarlierStep, variablesSchema } from '#lib/steps/variables.ts';
import { findPreviewSubscriber } from '#lib/subscribers/query.ts';
import { idFromSlug } from '#lib/text/slug.ts';
import { draftWorkflow } from './drafts.ts';
import { previewData, previewVariables, type ReadingStep, triggerPayload } from './preview-payload.ts';
import type {
  DraftPayload,
  PreviewDraftBody,
  PreviewError,
  PreviewPayload,
  PreviewStepBody,
  StepPreview,
} from './preview-schema.ts';
import type { StepRecord, WorkflowRecord } from './query.ts';
import { requireWorkflow } from './require-workflow.ts';
import type { UpdateWorkflowBody } from './schema.ts';
import { shownTo } from './secrets.ts';

/**
 * Renders a step as delivery would, with sample data for values that the caller omits. `result.error` describes the
 * part that cannot be rendered.
 *
 * @throws ApiError `not_found`.
 */
export async function previewStep(
  ctx: Ctx,
  workflowId: string,
  stepId: string,
  body: PreviewStepBody,
): Promise<StepPreview> {
  const workflow = await requireWorkflow(ctx, workflowId);
  const { controlValues, previewPayload } = body;
  return preview(ctx, { workflow, ...stepOf(workflow, stepId), controlValues, given: previewPayload ?? {} });
}

/**
 * Renders a step of a draft that is not stored.
 *
 * @throws ApiError `not_found` if the draft has no such step; `unprocessable` as for PUT.
 */
export async function previewDraftStep(ctx: Ctx, body: PreviewDraftBody): Promise<StepPreview> {
  const { workflow } = await draftWorkflow(ctx, body.workflow);
  return preview(ctx, { workflow, ...stepOf(workflow, body.stepId), given: body.previewPayload ?? {} });
}

/** Returns a payload for a trigger of a draft that is not stored. @throws ApiError `unprocessable` as for PUT. */
export async function draftPayload(ctx: Ctx, body: UpdateWorkflowBody): Promise<DraftPayload> {
  const { workflow } = await draftWorkflow(ctx, body);
  const steps: ReadingStep[] = [];
  for (const { stepId, type, controlValues: controls } of workflow.steps) {
    if (!isWorkflowStepType(type)) continue;
    steps.push({ stepId, type, controls, layout: (await layoutOf(ctx, stepType(type), controls)).layout });
  }
  return triggerPayload(workflow, steps);
}

export type TypedStep = StepRecord & { type: WorkflowStepType };

interface PreviewRequest {
  workflow: WorkflowRecord;
  step: TypedStep;
  earlier: EarlierStep[];
  /** The control values that replace the step's stored or drafted ones. */
  controlValues?: JsonObject | undefined;
  given: PreviewPayload;
}

async function preview(
  ctx: Ctx,
  { workflow, step, earlier, controlValues, given }: PreviewRequest,
): Promise<StepPreview> {
  const definition = stepType(step.type);
  const controls = shownTo(ctx, step.type, controlValues ?? step.controlValues);
  const [subscriber, { layout, problem }, env] = await Promise.all([
    previewSubscriber(ctx, given.subscriber),
    layoutOf(ctx, definition, controls),
    shownValues(ctx.environmentId),
  ]);
  const data = await previewData({ workflow, definition, controls, earlier, layout, given, subscriber });
  const rendered = await renderStep({
    type: step.type,
    controls,
    variables: { ...previewVariables(data, workflow), env },
    layout,
    repeats: true,
  });
  const error = rendered.problem ?? problem;
  return {
    previewPayloadExample: { ...data },
    schema: variablesSchema(workflow.payloadSchema, earlier, Object.keys(env)),
    result: { type: step.type, preview: rendered.output, ...(error && { error }) },
  };
}

/** Finds a step and the steps before it. @throws ApiError `not_found`. */
export function stepOf({ steps }: WorkflowRecord, stepId: string): { step: TypedStep; earlier: EarlierStep[] } {
  const id = isId(stepId) ? stepId.toLowerCase() : idFromSlug('st', stepId);
  const typed = steps.filter((each): each is TypedStep => isWorkflowStepType(each.type));
  const step = typed.find((each) => each.id === id) ?? typed.find((each) => each.stepId === stepId);
  if (!step) throw new ApiError('not_found', 'Step cannot be found', { extra: { stepId } });
  const earlier = typed.slice(0, typed.indexOf(step));
  return {
    step,
    earlier: earlier.map(({ stepId, type, controlValues }) => ({ stepId, type, controls: controlValues })),
  };
}

/** Finds the subscriber that the caller's sample names. Undefined if there is none. */
export async function previewSubscriber(ctx: Ctx, given: JsonObject | undefined): Promise<JsonObject | undefined> {
  const { _id, subscriberId } = given ?? {};
  const byId = typeof _id === 'string' && isId(_id) ? _id.toLowerCase() : undefined;
  const byName = typeof subscriberId === 'string' ? subscriberId : undefined;
  if (byId === undefined && byName === undefined) return undefined;
  return findPreviewSubscriber(ctx.environmentId, { id: byId, subscriberId: byName });
}

/** Finds the layout of a step. `layoutId` null means no layout, undefined means the environment's default. */
export async function layoutOf(
  { environmentId }: Ctx,
  { templates }: StepType,
  { layoutId }: JsonObject,
): Promise<{ layout?: LayoutBody | undefined; problem?: PreviewError }> {
  if (!Object.values(templates).includes('body') || layoutId === null) return {};
  const named = typeof layoutId === 'string' && layoutId !== '' ? layoutId : undefined;
  const layout = await findLayoutBody(environmentId, named);
  if (layout || !named) return { layout };
  const message = `There is no layout "${named.slice(0, 100)}" in this environment. The email is shown without one.`;
  return {
    problem: { title: 'The layout was deleted', message, hint: 'Choose another layout, or none.', control: 'layoutId' },
  };
}
