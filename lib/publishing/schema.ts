/**
 * Wire shapes of comparing environments and publishing. Comments mark fields that the official client does not know;
 * the client ignores them.
 */
import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { Channel } from '#lib/providers/channel.ts';
import { WorkflowParams, WorkflowUser } from '#lib/workflows/schema.ts';

/** The client knows only these types. Workflows are `REGULAR`; Belfry has no resources of the other two types. */
export const ResourceType = z.enum(['REGULAR', 'ECHO', 'BRIDGE']);

/** Path of the operations on a target environment. */
export const TargetParams = z.object({ targetEnvironmentId: Id });
export const PublicationParams = TargetParams.extend({ publicationId: Id });

const SourceId = Id.optional();

/**
 * If the source is absent, the environment of the call is the source. If that is the target, the first other
 * environment is the source.
 */
export const DiffBody = z.object({ sourceEnvironmentId: SourceId });
export type DiffBody = z.infer<typeof DiffBody>;

/** Maximum resources that one call names. */
const MAX_NAMED = 1000;

export const PublishBody = z.object({
  sourceEnvironmentId: SourceId,
  dryRun: z.boolean().default(false),
  /** Workflows by `workflowId`, `_id` or slug. Absent: all workflows. */
  resources: z
    .array(z.object({ resourceType: ResourceType, resourceId: WorkflowParams.shape.workflowId }))
    .max(MAX_NAMED)
    .optional(),
  /** An addition to the interface: layouts by identifier, in addition to the layouts that workflows need. */
  layouts: z.array(z.string().max(255)).max(MAX_NAMED).default([]),
});
export type PublishBody = z.infer<typeof PublishBody>;

const Action = z.enum(['added', 'modified', 'deleted', 'unchanged', 'moved']);

/** A workflow or a step. `id` is its identifier. */
const ResourceInfo = z.strictObject({
  id: z.string(),
  name: z.string(),
  updatedBy: WorkflowUser.nullable().optional(),
  updatedAt: Timestamp.optional(),
});

const ResourceChange = z.strictObject({
  resourceType: ResourceType,
  action: Action,
  sourceResource: ResourceInfo.nullable(),
  targetResource: ResourceInfo.nullable(),
  /** The fields that differ, with masks instead of secrets. */
  diffs: z.strictObject({ previous: JsonObject, new: JsonObject }).optional(),
  stepType: z.string().optional(),
  previousIndex: z.int().optional(),
  newIndex: z.int().optional(),
});
export type ResourceChange = z.infer<typeof ResourceChange>;

const ChangeSummary = z.strictObject({
  added: z.int(),
  modified: z.int(),
  deleted: z.int(),
  unchanged: z.int(),
});
export type ChangeSummary = z.infer<typeof ChangeSummary>;

export const PREFLIGHT_EFFECTS = ['blocks', 'pauses', 'warns', 'informs'] as const;

/** A finding about a workflow in its target. */
export const PreflightLine = z.strictObject({
  about: z.enum(['integration', 'layout', 'variable', 'host', 'issue', 'content']),
  /** `blocks`: the workflow is not published. `pauses`: a new workflow is created inactive. */
  effect: z.enum(PREFLIGHT_EFFECTS),
  message: z.string(),
  /** The step that the finding is about. */
  stepId: z.string().optional(),
  /** The item that the target lacks. Several workflows can lack the same item. */
  lacks: z.enum(['integration', 'primary', 'variable', 'value', 'layout']).optional(),
  /** The channel whose integration the target lacks. */
  channel: Channel.optional(),
  /** The key of the environment variable that the finding is about. */
  variable: z.string().optional(),
  /** The name of the layout that the finding is about. */
  layout: z.string().optional(),
});
export type PreflightLine = z.infer<typeof PreflightLine>;

export const PublishStatus = z.enum(['new', 'changed', 'same']);
export type PublishStatus = z.infer<typeof PublishStatus>;

const ResourceDiff = z.strictObject({
  resourceType: ResourceType,
  sourceResource: ResourceInfo.nullable(),
  targetResource: ResourceInfo.nullable(),
  changes: z.array(ResourceChange),
  summary: ChangeSummary,
  /** An addition to the interface, like the following fields. */
  status: PublishStatus,
  /** Whether the workflow is active in the source. */
  activeHere: z.boolean(),
  /** Whether the workflow is active in the target after publishing. */
  activeAfter: z.boolean(),
  /** Whether the workflow is active in the target now. Absent if the target has no such workflow. */
  activeThere: z.boolean().optional(),
  preflight: z.array(PreflightLine),
  /** The identifiers of layouts that are published with the workflow. */
  layouts: z.array(z.string()),
});
export type ResourceDiff = z.infer<typeof ResourceDiff>;

const LayoutDiff = z.strictObject({ layoutId: z.string(), name: z.string(), status: PublishStatus });
/** Whether a variable has a value in each environment. Values are never compared or copied. */
const VariableDiff = z.strictObject({
  key: z.string(),
  isSecret: z.boolean(),
  inSource: z.boolean(),
  inTarget: z.boolean(),
});

/** A workflow or layout. `id` is its identifier. */
const OnlyInTarget = z.strictObject({ id: z.string(), name: z.string() });

const LastPublication = z.strictObject({
  _id: z.string(),
  createdAt: Timestamp,
  createdBy: z.string(),
  _sourceEnvironmentId: z.string(),
  workflows: z.int(),
  layouts: z.int(),
  /**
   * The numbers of published items that the target did not have before. Undoing the publication deletes these items.
   */
  created: z.strictObject({ workflows: z.int(), layouts: z.int() }),
});

export const EnvironmentDiff = z.strictObject({
  sourceEnvironmentId: z.string(),
  targetEnvironmentId: z.string(),
  /** Workflows of the source, by name. Workflows that only the target has are not listed. */
  resources: z.array(ResourceDiff),
  summary: z.strictObject({ totalEntities: z.int(), totalChanges: z.int(), hasChanges: z.boolean() }),
  /** An addition to the interface, like the following fields. */
  layouts: z.array(LayoutDiff),
  /** The variables whose values are missing in one of the two environments. */
  variables: z.array(VariableDiff),
  /** The names of items that only the target has. Publishing never deletes them. */
  onlyInTarget: z.strictObject({ workflows: z.array(OnlyInTarget), layouts: z.array(OnlyInTarget) }),
  /** The newest publication to the target, unless it was undone. */
  lastPublication: LastPublication.optional(),
});
export type EnvironmentDiff = z.infer<typeof EnvironmentDiff>;

const Named = { resourceType: ResourceType, resourceId: z.string(), resourceName: z.string() };

const Published = z.strictObject({
  ...Named,
  action: z.enum(['created', 'updated', 'skipped', 'deleted']),
  /** An addition to the interface. */
  active: z.boolean(),
});

const PublishedLayout = z.strictObject({
  layoutId: z.string(),
  name: z.string(),
  action: z.enum(['created', 'updated']),
});

export const PublishResult = z.strictObject({
  results: z.array(
    z.strictObject({
      resourceType: ResourceType,
      successful: z.array(Published),
      failed: z.array(z.strictObject({ ...Named, error: z.string() })),
      skipped: z.array(z.strictObject({ ...Named, reason: z.string() })),
      totalProcessed: z.int(),
    }),
  ),
  summary: z.strictObject({
    resources: z.int(),
    successful: z.int(),
    failed: z.int(),
    skipped: z.int(),
  }),
  /** An addition to the interface, like the following field. */
  layouts: z.array(PublishedLayout),
  /** The ID for undoing the publication. Absent if nothing was written. */
  publicationId: z.string().optional(),
});
export type PublishResult = z.infer<typeof PublishResult>;

/**
 * Response of undoing a publication. `refused` lists the items that were not undone, because they have changed since.
 */
export const UndoResult = z.strictObject({
  undone: z.array(
    z.strictObject({
      type: z.enum(['workflow', 'layout']),
      id: z.string(),
      name: z.string(),
      action: z.enum(['restored', 'deleted', 'paused']),
    }),
  ),
  refused: z.array(
    z.strictObject({ type: z.enum(['workflow', 'layout']), id: z.string(), name: z.string(), reason: z.string() }),
  ),
});
export type UndoResult = z.infer<typeof UndoResult>;
