/** The workflow record that messages embed, and its steps, which jobs embed too (spec 2.10, 2.11). */
import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import { ChannelPreferences } from '#lib/preferences/channels.ts';
import { TimeUnit } from '#lib/time/time-unit.ts';

const WEEK_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const WeekDay = z.enum(WEEK_DAYS);
export const Ordinal = z.enum(['1', '2', '3', '4', '5', 'last']);
export const OrdinalValue = z.enum(['day', 'weekday', 'weekend', 'sunday', ...WEEK_DAYS.slice(0, 6)] as const);
export const MonthlyType = z.enum(['each', 'on']);

/** `timed` of a digest step (spec 2.10). */
const TimedConfig = z.strictObject({
  atTime: z.string().optional(),
  weekDays: z.array(WeekDay).optional(),
  monthDays: z.array(z.string()).optional(),
  ordinal: Ordinal.optional(),
  ordinalValue: OrdinalValue.optional(),
  monthlyType: MonthlyType.optional(),
});

const DigestRegularMetadata = z.strictObject({
  type: z.enum(['regular', 'backoff']),
  amount: z.number().optional(),
  unit: TimeUnit.optional(),
  digestKey: z.string().optional(),
  backoff: z.boolean().optional(),
  backoffAmount: z.number().optional(),
  backoffUnit: TimeUnit.optional(),
  updateMode: z.boolean().optional(),
});

const DigestTimedMetadata = z.strictObject({
  type: z.literal('timed'),
  amount: z.number().optional(),
  unit: TimeUnit.optional(),
  digestKey: z.string().optional(),
  timed: TimedConfig.optional(),
});

const DelayScheduledMetadata = z.strictObject({ type: z.literal('scheduled'), delayPath: z.string() });

/**
 * The metadata of a step (spec 2.10). The fourth shape of the spec, a regular delay, has the `type` of a regular digest
 * and fewer fields, so the schema of the regular digest accepts it.
 */
const StepMetadata = z.discriminatedUnion('type', [DigestRegularMetadata, DigestTimedMetadata, DelayScheduledMetadata]);

const ReplyCallback = z.strictObject({ active: z.boolean().optional(), url: z.string().optional() });

const templateStepFields = {
  _id: z.string().optional(),
  uuid: z.string().optional(),
  name: z.string().optional(),
  _templateId: z.string().optional(),
  active: z.boolean().optional(),
  shouldStopOnFail: z.boolean().optional(),
  template: JsonObject.optional(),
  filters: z.array(StepFilter).optional(),
  _parentId: z.string().optional(),
  metadata: StepMetadata.optional(),
  replyCallback: ReplyCallback.optional(),
};

/** An element of `template.steps` (spec 2.10). */
export const TemplateStep = z.strictObject({
  ...templateStepFields,
  variants: z.array(z.strictObject(templateStepFields)).optional(),
});
export type TemplateStep = z.infer<typeof TemplateStep>;

const TriggerVariable = z.strictObject({ name: z.string() });

/** An element of `template.triggers` (spec 2.10). */
export const WorkflowTrigger = z.strictObject({
  type: z.literal('event'),
  identifier: z.string(),
  variables: z.array(TriggerVariable),
  subscriberVariables: z.array(TriggerVariable).optional(),
});
export type WorkflowTrigger = z.infer<typeof WorkflowTrigger>;

const NotificationGroup = z.strictObject({
  _id: z.string().optional(),
  name: z.string(),
  _environmentId: z.string(),
  _organizationId: z.string(),
  _parentId: z.string().optional(),
});

/**
 * `Message.template` (spec 2.10). `deletedAt` and `deletedBy` are required strings, and empty if the workflow is not
 * deleted.
 */
export const WorkflowTemplate = z.strictObject({
  _id: z.string().optional(),
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  draft: z.boolean(),
  preferenceSettings: ChannelPreferences,
  critical: z.boolean(),
  tags: z.array(z.string()),
  steps: z.array(TemplateStep),
  _organizationId: z.string(),
  _creatorId: z.string(),
  _environmentId: z.string(),
  triggers: z.array(WorkflowTrigger),
  _notificationGroupId: z.string(),
  _parentId: z.string().optional(),
  deleted: z.boolean(),
  deletedAt: z.string(),
  deletedBy: z.string(),
  notificationGroup: NotificationGroup.optional(),
  data: JsonObject.optional(),
  workflowIntegrationStatus: JsonObject.optional(),
});
export type WorkflowTemplate = z.infer<typeof WorkflowTemplate>;
