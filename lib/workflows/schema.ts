/** Wire shapes of workflows (spec 2.7 summary, 2.8, 4.7), and of their authoring. */
import { z } from 'zod';
import { queryArray, queryInt, queryText } from '#lib/api/query.ts';
import { JsonObject, storableText } from '#lib/api/text.ts';
import { Id, isId, Timestamp } from '#lib/api/wire.ts';
import { STEPS, type WorkflowStepType } from '#lib/steps/index.ts';
import { CONTENT_ISSUE_TYPES, INTEGRATION_ISSUE_TYPES, StepIssues } from '#lib/steps/issues.ts';
import { Step } from '#lib/steps/step.ts';
import { StepTypeName } from '#lib/steps/step-type.ts';
import { UiSchemaProperty } from '#lib/steps/ui-schema.ts';
import { idFromSlug } from '#lib/text/slug.ts';
import { readControls } from './control-values.ts';
import { WorkflowOrigin, WorkflowOriginInput } from './origin.ts';
import { Severity } from './severity.ts';

export { Step, UiSchemaProperty };

const WORKFLOW_STATUSES = ['ACTIVE', 'INACTIVE', 'ERROR'] as const;
export const WorkflowStatus = z.enum(WORKFLOW_STATUSES);
export type WorkflowStatus = z.infer<typeof WorkflowStatus>;

/** The user who changed or published a workflow (spec 2.8). */
export const WorkflowUser = z.strictObject({
  _id: z.string(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  externalId: z.string().nullish(),
});
export type WorkflowUser = z.infer<typeof WorkflowUser>;

/** A problem of a workflow field. */
export const RuntimeIssue = z.strictObject({
  issueType: z.string(),
  variableName: z.string().optional(),
  message: z.string(),
});
export type RuntimeIssue = z.infer<typeof RuntimeIssue>;

const ChannelSwitch = z.strictObject({ enabled: z.boolean() });

/** One layer of a workflow's preferences. `all.readOnly` makes a workflow critical. */
export const PreferenceLayer = z.strictObject({
  all: z.strictObject({ enabled: z.boolean(), readOnly: z.boolean() }),
  channels: z.strictObject({
    email: ChannelSwitch.optional(),
    sms: ChannelSwitch.optional(),
    in_app: ChannelSwitch.optional(),
    chat: ChannelSwitch.optional(),
    push: ChannelSwitch.optional(),
  }),
});
export type PreferenceLayer = z.infer<typeof PreferenceLayer>;

/**
 * The preferences of a workflow (spec 2.8): `default` from the code, and `user` from the dashboard, which overrides
 * `default`.
 */
const WorkflowPreferences = z.strictObject({ user: PreferenceLayer.nullish(), default: PreferenceLayer });

/** The short form of a workflow (spec 2.7). */
export const WorkflowSummary = z.strictObject({
  id: z.string(),
  identifier: z.string(),
  name: z.string(),
  critical: z.boolean(),
  tags: z.array(z.string()).optional(),
  data: JsonObject.optional(),
  severity: Severity,
});
export type WorkflowSummary = z.infer<typeof WorkflowSummary>;

/** The complete wire shape of a workflow (spec 2.8). */
export const Workflow = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  active: z.boolean().optional(),
  validatePayload: z.boolean().optional(),
  payloadSchema: JsonObject.nullish(),
  isTranslationEnabled: z.boolean().optional(),
  _id: z.string(),
  workflowId: z.string(),
  slug: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  updatedBy: WorkflowUser.optional(),
  lastPublishedAt: Timestamp.nullish(),
  lastPublishedBy: WorkflowUser.optional(),
  steps: z.array(Step),
  origin: WorkflowOrigin,
  preferences: WorkflowPreferences,
  status: WorkflowStatus,
  /** One issue per workflow field. */
  issues: z.record(z.string(), RuntimeIssue).optional(),
  lastTriggeredAt: Timestamp.nullish(),
  payloadExample: JsonObject.nullish(),
  severity: Severity,
  /** An addition to the interface: withholds the content of messages in the dashboard. */
  isSensitive: z.boolean().optional(),
  /**
   * An addition to the interface: hours after the trigger in which a run may be retried, sent again or recovered.
   * Absent: no limit.
   */
  resendWithinHours: z.int().optional(),
  /** An addition to the interface: tracks openings and clicks of its emails. */
  isTracked: z.boolean().optional(),
});
export type Workflow = z.infer<typeof Workflow>;

/** An element of GET /v2/workflows: the workflow without the fields that only its editor needs. */
export const WorkflowListItem = z.strictObject({
  _id: z.string(),
  workflowId: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  origin: WorkflowOrigin,
  status: WorkflowStatus,
  severity: Severity.optional(),
  isTranslationEnabled: z.boolean().optional(),
  isSensitive: z.boolean().optional(),
  resendWithinHours: z.int().optional(),
  isTracked: z.boolean().optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  updatedBy: WorkflowUser.optional(),
  lastPublishedAt: Timestamp.nullish(),
  lastPublishedBy: WorkflowUser.optional(),
  lastTriggeredAt: Timestamp.nullish(),
  /** The types of the steps, in order. */
  stepTypeOverviews: z.array(StepTypeName),
  steps: z.array(z.strictObject({ slug: z.string(), type: StepTypeName, issues: StepIssues.optional() })),
});
export type WorkflowListItem = z.infer<typeof WorkflowListItem>;

/** Response of GET /v2/workflows. */
export const WorkflowPage = z.strictObject({
  workflows: z.array(WorkflowListItem),
  totalCount: z.int().nonnegative(),
});
export type WorkflowPage = z.infer<typeof WorkflowPage>;

/** Query of GET /v2/workflows. `query` matches name and identifier: words in any order and case. */
export const ListWorkflowsQuery = z.object({
  limit: queryInt({ min: 1, max: 100, default: 50 }),
  offset: queryInt({ min: 0, max: 1_000_000_000, default: 0 }),
  query: queryText(),
  tags: queryArray(storableText(255)),
  status: queryArray(WorkflowStatus),
  /** Workflows with a step that has an issue of one of these types. */
  issueType: queryArray(z.enum([...CONTENT_ISSUE_TYPES, ...INTEGRATION_ISSUE_TYPES])),
  orderBy: z.enum(['createdAt', 'updatedAt', 'name', 'lastTriggeredAt']).default('createdAt'),
  orderDirection: z.enum(['ASC', 'DESC']).default('DESC'),
});
export type ListWorkflowsQuery = z.infer<typeof ListWorkflowsQuery>;

/** Path of the operation that reads a workflow (spec 4.7): the workflow's `_id`, trigger identifier or slug. */
export const WorkflowParams = z.object({ workflowId: storableText(512).min(1) });
export type WorkflowParams = z.infer<typeof WorkflowParams>;

/**
 * Query of the operation that reads a workflow (spec 4.7). The service rejects an environment that the caller may not
 * use.
 */
export const GetWorkflowQuery = z.object({ environmentId: queryText(64) });
export type GetWorkflowQuery = z.infer<typeof GetWorkflowQuery>;

/** Maximum steps of a workflow. */
export const MAX_STEPS = 50;
/** Maximum controls of a step, more than any step type has. Each unknown control is a separate issue. */
const MAX_CONTROLS = 100;
const MAX_TAGS = 16;
const MAX_NAME_LENGTH = 255;
const MAX_TAG_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 2000;

/** A field that callers may omit. Null counts as absent. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => (value === null ? undefined : value));

const Name = storableText(MAX_NAME_LENGTH).trim().min(1, 'is required');

/** A workflow identifier appears in URLs and in code, so it contains no white space and no slashes. */
const WorkflowIdentifier = storableText(MAX_NAME_LENGTH)
  .trim()
  .regex(/^[^\s/\\]+$/, 'must be one word without white space or slashes')
  .refine((text) => text !== '.' && text !== '..', 'must not be "." or ".."');

/**
 * The identifier of a new workflow. It must not look like an ID or a slug, because it could then name another workflow.
 */
const NewWorkflowIdentifier = WorkflowIdentifier.refine(
  (text) => !isId(text) && idFromSlug('wf', text) === undefined,
  'must not have the form of an ID or a slug',
);

const Tags = z
  .array(storableText(MAX_TAG_LENGTH).trim().min(1, 'must not be empty'))
  .max(1_000)
  .transform((tags) => [...new Set(tags)])
  .refine((tags) => tags.length <= MAX_TAGS, `must contain no more than ${MAX_TAGS} different tags`);

const ChannelSwitchBody = optional(z.object({ enabled: z.boolean().default(true) }));

/** A layer of preferences as callers write it. Omitted switches are on, and not read-only. */
const PreferenceLayerBody = z.object({
  all: z
    .object({ enabled: z.boolean().default(true), readOnly: z.boolean().default(false) })
    .default({ enabled: true, readOnly: false }),
  channels: z
    .object({
      email: ChannelSwitchBody,
      sms: ChannelSwitchBody,
      in_app: ChannelSwitchBody,
      chat: ChannelSwitchBody,
      push: ChannelSwitchBody,
    })
    .prefault({}),
});

/**
 * In responses, the layer `workflow` is named `default`. An absent layer stays unchanged, and null removes the layer.
 */
const PreferencesBody = z.object({ user: PreferenceLayerBody.nullish(), workflow: PreferenceLayerBody.nullish() });

const WORKFLOW_STEP_TYPES = Object.keys(STEPS) as [WorkflowStepType, ...WorkflowStepType[]];

/**
 * A step as callers write it. If `_id` or `stepId` match a stored step, that step is changed and keeps both; otherwise
 * the step is new. A new step without `stepId` gets one derived from its name.
 */
export const StepBody = z
  .object({
    _id: optional(storableText(MAX_NAME_LENGTH)),
    stepId: optional(
      storableText(MAX_NAME_LENGTH).regex(
        /^[A-Za-z0-9_-]+$/,
        'must consist of letters, digits, hyphens and underscores',
      ),
    ),
    name: Name,
    type: z.enum(WORKFLOW_STEP_TYPES),
    controlValues: JsonObject.nullish().describe(
      'The controls of the step type, also incomplete ones: missing parts are issues. Absent keeps the stored ones, null removes them.',
    ),
  })
  .transform(({ controlValues, ...step }, ctx): typeof step & { controlValues: JsonObject | undefined } => {
    if (!controlValues) return { ...step, controlValues: controlValues === null ? {} : undefined };
    if (Object.keys(controlValues).length > MAX_CONTROLS) {
      const message = `must not have more than ${MAX_CONTROLS} fields`;
      ctx.addIssue({ code: 'custom', path: ['controlValues'], message });
      return z.NEVER;
    }
    const { values, problems } = readControls(step.type, controlValues);
    for (const problem of problems) ctx.addIssue({ ...problem, path: ['controlValues', ...problem.path] });
    return { ...step, controlValues: values };
  });
export type StepBody = z.output<typeof StepBody>;

const Steps = z.array(StepBody).max(MAX_STEPS, `must contain no more than ${MAX_STEPS} steps`);

/** One year in hours. */
const MAX_RESEND_HOURS = 8_760;

const workflowFields = {
  description: optional(storableText(MAX_DESCRIPTION_LENGTH)),
  tags: optional(Tags),
  active: optional(z.boolean()),
  validatePayload: optional(z.boolean()),
  /** JSON Schema. Null removes it. */
  payloadSchema: JsonObject.nullish(),
  isTranslationEnabled: optional(z.boolean()),
  severity: optional(Severity),
  /** An addition to the interface: withholds the content of messages in the dashboard. */
  isSensitive: optional(z.boolean()),
  /**
   * An addition to the interface: hours after the trigger in which a run may be retried, sent again or recovered. Null:
   * no limit.
   */
  resendWithinHours: z
    .int()
    .min(1, 'must be at least 1')
    .max(MAX_RESEND_HOURS, `must be at most ${MAX_RESEND_HOURS}`)
    .nullish(),
  /** An addition to the interface: tracks openings and clicks of its emails. */
  isTracked: optional(z.boolean()),
};

/** Body of POST /v2/workflows. */
export const CreateWorkflowBody = z.object({
  name: Name,
  workflowId: NewWorkflowIdentifier,
  ...workflowFields,
  steps: Steps,
  preferences: optional(PreferencesBody),
});
export type CreateWorkflowBody = z.output<typeof CreateWorkflowBody>;

/** Body of PUT /v2/workflows/{workflowId}. An absent field keeps its value. The identifier cannot change. */
export const UpdateWorkflowBody = z.object({
  name: Name,
  workflowId: optional(WorkflowIdentifier),
  ...workflowFields,
  steps: Steps,
  preferences: PreferencesBody,
  /** Validated, otherwise without effect: the origin of a workflow cannot change. */
  origin: optional(WorkflowOriginInput),
});
export type UpdateWorkflowBody = z.output<typeof UpdateWorkflowBody>;

/** The body that the dashboard sends to PUT /v2/workflows/{workflowId}, and to the operations on drafts. */
export type WorkflowWriteBody = z.input<typeof UpdateWorkflowBody>;

/** Body of PATCH /v2/workflows/{workflowId}. */
export const PatchWorkflowBody = z.object({ name: optional(Name), ...workflowFields });
export type PatchWorkflowBody = z.output<typeof PatchWorkflowBody>;

/**
 * Body of POST /v2/workflows/{workflowId}/duplicate. A missing name or identifier is derived from the original
 * workflow.
 */
export const DuplicateWorkflowBody = z.object({
  name: optional(Name),
  workflowId: optional(NewWorkflowIdentifier),
});
export type DuplicateWorkflowBody = z.output<typeof DuplicateWorkflowBody>;

/** Body of PUT /v2/workflows/{workflowId}/sync. */
export const SyncWorkflowBody = z.object({ targetEnvironmentId: Id });
export type SyncWorkflowBody = z.output<typeof SyncWorkflowBody>;

/** Path of a step: its `_id`, `stepId` or slug. */
export const StepParams = WorkflowParams.extend({ stepId: storableText(512).min(1) });
export type StepParams = z.infer<typeof StepParams>;

/** Response of GET /v2/workflow-tags: every tag in use, by name. */
export const WorkflowTags = z.strictObject({
  tags: z.array(z.strictObject({ name: z.string(), count: z.int().positive() })),
});
export type WorkflowTags = z.infer<typeof WorkflowTags>;
