import { toWireName } from '#lib/providers/service-name.ts';
import { dataSchema, isWorkflowStepType, shownControls, uiSchema } from '#lib/steps/data-schema.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import type { StepIssues } from '#lib/steps/issues.ts';
import { type EarlierStep, variablesSchema } from '#lib/steps/variables.ts';
import { slugOf } from '#lib/text/slug.ts';
import { INBOX_TEST } from './inbox-test.ts';
import { type ActiveIntegration, integrationIssues } from './integration-issues.ts';
import { payloadExample } from './payload-example.ts';
import type { FoundWorkflow, StepRecord, WorkflowRecord } from './query.ts';
import type { PreferenceLayer, Step, Workflow, WorkflowListItem } from './schema.ts';
import { type Reader, stepsShownTo } from './secrets.ts';
import { workflowStatus } from './status.ts';

/** Returns a stored workflow as wire shape (spec 2.8), for its reader. */
export function workflowWire(reader: Reader, { workflow, integrations, envKeys }: FoundWorkflow): Workflow {
  const steps = stepsShownTo(reader, deliverable(workflow.steps));
  return {
    ...commonFields(workflow),
    active: workflow.active,
    validatePayload: workflow.validatePayload,
    payloadSchema: workflow.payloadSchema,
    payloadExample: payloadExample(workflow.payloadSchema),
    preferences: {
      user: workflow.userPreferences && completeLayer(workflow.userPreferences),
      default: completeLayer(workflow.defaultPreferences),
    },
    severity: workflow.severity,
    ...(workflow.issues && { issues: workflow.issues }),
    steps: steps.map((step, at) => stepWire(step, steps.slice(0, at), { workflow, integrations, envKeys })),
  };
}

/** Returns a list item: the workflow without the fields that only its editor needs. */
export function workflowListItem(workflow: WorkflowRecord, integrations: ActiveIntegration[]): WorkflowListItem {
  const steps = deliverable(workflow.steps);
  return {
    ...commonFields(workflow),
    severity: workflow.severity,
    stepTypeOverviews: steps.map((step) => step.type),
    steps: steps.map((step) => ({
      slug: slugOf('st', step.name, step.id),
      type: step.type,
      ...issuesOf(step, workflow, integrations),
    })),
  };
}

function commonFields(workflow: WorkflowRecord) {
  return {
    _id: workflow.id,
    workflowId: workflow.identifier,
    slug: slugOf('wf', workflow.name, workflow.id),
    name: workflow.name,
    description: workflow.description,
    tags: workflow.tags,
    origin: toWireName(workflow.origin),
    status: workflowStatus(workflow.active, workflow.steps.some(hasControlIssues)),
    isTranslationEnabled: workflow.isTranslationEnabled,
    ...(workflow.isSensitive && { isSensitive: true }),
    ...(workflow.resendWithinHours !== null && { resendWithinHours: workflow.resendWithinHours }),
    ...(workflow.isTracked && { isTracked: true }),
    createdAt: workflow.createdAt,
    updatedAt: workflow.updatedAt,
    ...(workflow.updatedBy && { updatedBy: workflow.updatedBy }),
    lastPublishedAt: workflow.lastPublishedAt,
    ...(workflow.lastPublishedBy && { lastPublishedBy: workflow.lastPublishedBy }),
    lastTriggeredAt: workflow.lastTriggeredAt,
  };
}

type TypedStep = StepRecord & { type: WorkflowStepType };

function deliverable(steps: StepRecord[]): TypedStep[] {
  return steps.filter((step): step is TypedStep => isWorkflowStepType(step.type));
}

function stepWire(step: TypedStep, earlier: TypedStep[], { workflow, integrations, envKeys }: FoundWorkflow): Step {
  const values = shownControls(step.type, step.controlValues);
  const ui = uiSchema(step.type);
  const wire = {
    _id: step.id,
    stepId: step.stepId,
    name: step.name,
    slug: slugOf('st', step.name, step.id),
    type: step.type,
    origin: toWireName(workflow.origin),
    workflowId: workflow.identifier,
    workflowDatabaseId: workflow.id,
    controls: { dataSchema: dataSchema(step.type), ...(ui && { uiSchema: ui }), values },
    controlValues: values,
    variables: variablesSchema(workflow.payloadSchema, earlier.map(toEarlierStep), envKeys ?? []),
    ...issuesOf(step, workflow, integrations),
  };
  // TypeScript cannot relate each control object to its type. Responses are checked against the schema.
  return wire as unknown as Step;
}

function toEarlierStep({ stepId, type, controlValues }: TypedStep): EarlierStep {
  return { stepId, type, controls: controlValues };
}

function issuesOf(
  step: StepRecord,
  { identifier }: Pick<WorkflowRecord, 'identifier'>,
  integrations: ActiveIntegration[],
): { issues?: StepIssues } {
  const controls = hasControlIssues(step) ? (step.controlIssues as StepIssues['controls']) : undefined;
  const integration = identifier === INBOX_TEST ? undefined : integrationIssues(step.type, integrations);
  return controls || integration
    ? { issues: { ...(controls && { controls }), ...(integration && { integration }) } }
    : {};
}

function hasControlIssues({ controlIssues }: StepRecord): boolean {
  return controlIssues !== null && Object.keys(controlIssues).length > 0;
}

function completeLayer({ all, channels }: Partial<PreferenceLayer>): PreferenceLayer {
  return { all: { enabled: true, readOnly: false, ...all }, channels: channels ?? {} };
}
