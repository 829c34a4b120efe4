/** Wire shapes of workflows (spec 2.7 summary, 2.8, 4.7). */
import { z } from 'zod';
import { queryArray, queryInt, queryText } from '#lib/api/query.ts';
import { JsonObject, storableText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { StepIssues } from '#lib/steps/issues.ts';
import { Step } from '#lib/steps/step.ts';
import { StepType } from '#lib/steps/step-type.ts';
import { UiSchemaProperty } from '#lib/steps/ui-schema.ts';
import { WorkflowOrigin } from './origin.ts';
import { Severity } from './severity.ts';

export { Step, UiSchemaProperty };

export const WORKFLOW_STATUSES = ['ACTIVE', 'INACTIVE', 'ERROR'] as const;
export const WorkflowStatus = z.enum(WORKFLOW_STATUSES);
export type WorkflowStatus = z.infer<typeof WorkflowStatus>;

/** Spec 2.8, who changed or published a workflow. */
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

/** One layer of a workflow's preferences; `all.readOnly` is what makes a workflow critical. */
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

/** Spec 2.8, `Workflow.preferences`: what the workflow's code says, and what the dashboard laid over it. */
export const WorkflowPreferences = z.strictObject({ user: PreferenceLayer.nullish(), default: PreferenceLayer });
export type WorkflowPreferences = z.infer<typeof WorkflowPreferences>;

/** Spec 2.7. */
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

/** Spec 2.8. */
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
  /** By workflow field, one issue each. */
  issues: z.record(z.string(), RuntimeIssue).optional(),
  lastTriggeredAt: Timestamp.nullish(),
  payloadExample: JsonObject.nullish(),
  severity: Severity,
});
export type Workflow = z.infer<typeof Workflow>;

/** An element of GET /v2/workflows: the workflow without what only its editor needs. */
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
  createdAt: Timestamp,
  updatedAt: Timestamp,
  updatedBy: WorkflowUser.optional(),
  lastPublishedAt: Timestamp.nullish(),
  lastPublishedBy: WorkflowUser.optional(),
  lastTriggeredAt: Timestamp.nullish(),
  /** Types of the steps, in their order. */
  stepTypeOverviews: z.array(StepType),
  steps: z.array(z.strictObject({ slug: z.string(), type: StepType, issues: StepIssues.optional() })),
});
export type WorkflowListItem = z.infer<typeof WorkflowListItem>;

/** Response of GET /v2/workflows. */
export const WorkflowPage = z.strictObject({
  workflows: z.array(WorkflowListItem),
  totalCount: z.int().nonnegative(),
});
export type WorkflowPage = z.infer<typeof WorkflowPage>;

/** Query of GET /v2/workflows. `query` matches name and identifier. */
export const ListWorkflowsQuery = z.object({
  limit: queryInt({ min: 1, max: 100, default: 50 }),
  offset: queryInt({ min: 0, max: 1_000_000_000, default: 0 }),
  query: queryText(),
  tags: queryArray(storableText(255)),
  status: queryArray(WorkflowStatus),
  orderBy: z.enum(['createdAt', 'updatedAt', 'name', 'lastTriggeredAt']).default('createdAt'),
  orderDirection: z.enum(['ASC', 'DESC']).default('DESC'),
});
export type ListWorkflowsQuery = z.infer<typeof ListWorkflowsQuery>;

/** Path of 4.7: the workflow's `_id`, trigger identifier or slug. */
export const WorkflowParams = z.object({ workflowId: storableText(512).min(1) });
export type WorkflowParams = z.infer<typeof WorkflowParams>;

/** Query of 4.7. The service refuses an environment that the caller may not name. */
export const GetWorkflowQuery = z.object({ environmentId: queryText(64) });
export type GetWorkflowQuery = z.infer<typeof GetWorkflowQuery>;
