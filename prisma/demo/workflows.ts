import { controlIssues } from '#lib/analyser/analyse.ts';
import { newId } from '#lib/id.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import type { StepIssues } from '#lib/steps/issues.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type {
  Base,
  JsonObject,
  NotificationGroupRow,
  WorkflowRow,
  WorkflowStepRow,
  WorkflowVersionRow,
} from './rows.ts';
import type { StepContent, WorkflowDefinition } from './workflow-definition.ts';
import { makeVersions } from './workflow-versions.ts';
import { ACCOUNT_WORKFLOWS } from './workflows-account.ts';
import { MARKETING_WORKFLOWS } from './workflows-marketing.ts';
import { ORDER_WORKFLOWS } from './workflows-orders.ts';

const CHANNELS = ['email', 'sms', 'in_app', 'chat', 'push'] as const;

interface Workflow {
  row: WorkflowRow;
  steps: WorkflowStepRow[];
  versions: WorkflowVersionRow[];
}

export interface Workflows {
  groups: NotificationGroupRow[];
  all: Workflow[];
  byIdentifier: Map<string, Workflow>;
}

/** Thirteen workflows of all ten step types. */
export function makeWorkflows(base: Base): Workflows {
  const groups = new Map<string, NotificationGroupRow>();
  const all = [...ORDER_WORKFLOWS, ...MARKETING_WORKFLOWS, ...ACCOUNT_WORKFLOWS]
    .sort((a, b) => b.ageDays - a.ageDays)
    .map((definition) => {
      const createdAt = new Date(base.now.getTime() - definition.ageDays * DAY_MS - base.random.int(0, DAY_MS / 3));
      let group = groups.get(definition.group);
      if (!group) {
        group = { id: newId(createdAt), environment_id: base.environmentId, name: definition.group };
        groups.set(definition.group, group);
      }
      return makeWorkflow(base, definition, group.id, createdAt);
    });
  return {
    groups: [...groups.values()],
    all,
    byIdentifier: new Map(all.map((workflow) => [workflow.row.identifier, workflow])),
  };
}

function makeWorkflow(base: Base, definition: WorkflowDefinition, groupId: string, createdAt: Date): Workflow {
  const ago = (days: number) => new Date(base.now.getTime() - days * DAY_MS - base.random.int(0, DAY_MS / 4));
  const publishedAt = definition.publishedDaysAgo === undefined ? null : ago(definition.publishedDaysAgo);
  const row: WorkflowRow = {
    id: newId(createdAt),
    environment_id: base.environmentId,
    identifier: definition.identifier,
    name: definition.name,
    description: definition.description,
    tags: definition.tags,
    active: definition.active ?? true,
    is_sensitive: definition.sensitive ?? false,
    validate_payload: definition.validatePayload ?? false,
    payload_schema: definition.payloadSchema ?? null,
    is_translation_enabled: definition.translated ?? false,
    origin: definition.origin ?? 'svc-cloud',
    severity: definition.severity,
    default_preferences: {
      all: { enabled: true, readOnly: definition.critical ?? false },
      channels: Object.fromEntries(
        CHANNELS.map((channel) => [channel, { enabled: !definition.offByDefault?.includes(channel) }]),
      ),
    },
    user_preferences: definition.userPreferences ?? null,
    issues: null,
    notification_group_id: groupId,
    created_by_id: base.userId,
    updated_by_id: base.userId,
    last_published_at: publishedAt,
    last_published_by_id: publishedAt && base.userId,
    last_triggered_at: null,
    version: 1,
    created_at: createdAt,
    updated_at: publishedAt ?? ago(Math.min(8, definition.ageDays - 1)),
  };
  const issues = controlIssues({
    payloadSchema: row.payload_schema,
    steps: definition.steps.map((step) => ({
      stepId: stepIdOf(step),
      type: step.type as WorkflowStepType,
      controls: step.controls,
    })),
  });
  const steps = definition.steps.map((step, position) => makeStep(row, step, position, issues[position]));
  const versions = makeVersions(base, definition, { row, steps });
  return { row: { ...row, version: versions.length }, steps, versions };
}

function stepIdOf({ name }: StepContent): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function makeStep(
  workflow: WorkflowRow,
  definition: StepContent,
  position: number,
  issues: StepIssues['controls'],
): WorkflowStepRow {
  return {
    id: newId(workflow.created_at),
    environment_id: workflow.environment_id,
    workflow_id: workflow.id,
    step_id: stepIdOf(definition),
    name: definition.name,
    type: definition.type,
    position,
    active: definition.active ?? true,
    should_stop_on_fail: definition.shouldStopOnFail ?? false,
    control_values: definition.controls,
    control_issues: (issues ?? null) as JsonObject | null,
    filters: definition.filters ?? [],
    created_at: workflow.created_at,
    updated_at: workflow.updated_at,
  };
}
