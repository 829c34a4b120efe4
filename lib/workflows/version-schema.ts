/** Wire shapes of a workflow's definition, and of its versions. */
import { z } from 'zod';
import { queryInt, queryText } from '#lib/api/query.ts';
import { JsonObject } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { StepTypeName } from '#lib/steps/step-type.ts';
import { PreferenceLayer, WorkflowParams } from './schema.ts';
import { Severity } from './severity.ts';

/** The whole authored part of a workflow, as a version stores it and PUT accepts it. */
export const WorkflowDefinition = z.strictObject({
  workflowId: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  active: z.boolean(),
  validatePayload: z.boolean(),
  payloadSchema: JsonObject.nullable(),
  isTranslationEnabled: z.boolean(),
  severity: Severity,
  preferences: z.strictObject({ user: PreferenceLayer.nullable(), workflow: PreferenceLayer }),
  steps: z.array(
    z.strictObject({
      _id: z.string(),
      stepId: z.string(),
      name: z.string(),
      type: StepTypeName,
      controlValues: JsonObject,
    }),
  ),
});
export type WorkflowDefinition = z.infer<typeof WorkflowDefinition>;
export type StepContent = WorkflowDefinition['steps'][number];

/**
 * One difference between two definitions, `steps.<stepId>.controlValues.subject`. A moved step differs in its
 * `position`.
 */
export const Change = z.strictObject({
  path: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
export type Change = z.infer<typeof Change>;

/** The author of a save. `_id` is the ID of a person, and absent for an API key. */
export const VersionAuthor = z.strictObject({
  /** The email address, or the name of the API key. */
  label: z.string(),
  /** The ID of a user. */
  _id: z.string().optional(),
  /** The name of a user. In lists of versions only. */
  name: z.string().optional(),
});
export type VersionAuthor = z.infer<typeof VersionAuthor>;

export const VERSION_CAUSES = ['create', 'update', 'restore', 'sync', 'duplicate'] as const;

/** The result of one save. `changes` lists the changes since the previous version. */
export const WorkflowVersion = z.strictObject({
  _id: z.string(),
  version: z.int().nonnegative(),
  cause: z.enum(VERSION_CAUSES),
  createdAt: Timestamp,
  createdBy: VersionAuthor,
  current: z.boolean(),
  changes: z.array(Change),
});
export type WorkflowVersion = z.infer<typeof WorkflowVersion>;

export const WorkflowVersionDetail = WorkflowVersion.extend({ definition: WorkflowDefinition });
export type WorkflowVersionDetail = z.infer<typeof WorkflowVersionDetail>;

/** Response of GET /v2/workflows/{workflowId}/versions, newest first. */
export const WorkflowVersionPage = z.strictObject({ data: z.array(WorkflowVersion), next: z.string().nullable() });
export type WorkflowVersionPage = z.infer<typeof WorkflowVersionPage>;

/** Query of GET /v2/workflows/{workflowId}/versions. `after` is the `next` of the previous page. */
export const ListVersionsQuery = z.object({
  limit: queryInt({ min: 1, max: 100, default: 20 }),
  after: queryText(64),
});
export type ListVersionsQuery = z.infer<typeof ListVersionsQuery>;

export const VersionParams = WorkflowParams.extend({
  version: z
    .string()
    .regex(/^\d{1,9}$/, 'must be the number of a version')
    .transform(Number),
});
export type VersionParams = z.infer<typeof VersionParams>;
