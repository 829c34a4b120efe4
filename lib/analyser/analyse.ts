/**
 * Computes the issues of a workflow's content, and its status (spec 2.8, 2.9). Pure and synchronous: the same workflow,
 * integrations and limits always have the same issues.
 */

import type { KnownVariables } from '#lib/environment-variables/known.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import type { StepIssues } from '#lib/steps/issues.ts';
import { type ActiveIntegration, integrationIssues } from '#lib/workflows/integration-issues.ts';
import type { RuntimeIssue, WorkflowStatus } from '#lib/workflows/schema.ts';
import { workflowStatus } from '#lib/workflows/status.ts';
import { Budget } from './budget.ts';
import { addIncompleteness } from './completeness.ts';
import { IssueList } from './issue-list.ts';
import { addKeyIssues } from './keys.ts';
import { addSchemaIssues } from './schemas.ts';
import { addSecretIssues } from './secrets.ts';
import { addSkipIssues } from './skip.ts';
import { addSpanIssues } from './spans.ts';
import { addTemplateIssues } from './templates.ts';
import { type VariableScope, variableScopes } from './variables.ts';
import { type WorkflowFields, workflowIssues } from './workflow-issues.ts';

/**
 * Increase this number when an analyser change alters the issues of existing content, so that stored issues are
 * recomputed.
 */
export const ANALYSER_VERSION = 8;

export interface AnalysedStep {
  stepId: string;
  type: WorkflowStepType;
  controls: JsonObject;
}

export interface AnalysedWorkflow extends WorkflowFields {
  steps: readonly AnalysedStep[];
  /** The environment's variables. If absent, they are unknown, and templates may read any variable. */
  variables?: KnownVariables | undefined;
}

export interface AnalyserLimits {
  /** Maximum days of a delay, a digest or a throttle. */
  maxSpanDays: number;
}

export interface WorkflowAnalysis {
  status: WorkflowStatus;
  issues?: Record<string, RuntimeIssue>;
  /** The issues of each step, in order. */
  steps: { issues?: StepIssues }[];
}

const DEFAULT_LIMITS: AnalyserLimits = { maxSpanDays: 180 };

/** Returns all issues of a workflow. @param integrations the active integrations of the environment. */
export function analyseWorkflow(
  workflow: AnalysedWorkflow,
  integrations: readonly ActiveIntegration[],
  limits: AnalyserLimits = DEFAULT_LIMITS,
): WorkflowAnalysis {
  const budget = new Budget();
  const controls = controlIssues(workflow, limits, budget);
  const steps = workflow.steps.map(({ type }, at) => stepIssues(controls[at], integrationIssues(type, integrations)));
  const issues = workflowIssues(workflow, budget);
  const status = workflowStatus(
    workflow.active,
    controls.some((found) => found !== undefined),
  );
  return { status, ...(issues && { issues }), steps };
}

/** Returns the issues that are stored with the steps, in their order, without issues of integrations. */
export function controlIssues(
  { payloadSchema, steps, variables }: Pick<AnalysedWorkflow, 'payloadSchema' | 'steps' | 'variables'>,
  limits: AnalyserLimits = DEFAULT_LIMITS,
  budget = new Budget(),
): (StepIssues['controls'] | undefined)[] {
  const scopes = variableScopes(payloadSchema, steps, { budget, variables });
  return steps.map((step, at) => stepControlIssues(step, scopes[at] as VariableScope, limits));
}

function stepControlIssues({ type, controls }: AnalysedStep, scope: VariableScope, { maxSpanDays }: AnalyserLimits) {
  const definition = stepType(type);
  const issues = new IssueList();
  addIncompleteness(definition, controls, issues);
  addTemplateIssues(definition, controls, scope, issues);
  addKeyIssues(definition, controls, scope, issues);
  addSchemaIssues(definition, controls, issues);
  addSpanIssues(definition, controls, maxSpanDays, issues);
  addSkipIssues(definition, controls, scope, issues);
  addSecretIssues(definition, controls, issues);
  return issues.toControls();
}

function stepIssues(controls: StepIssues['controls'], integration: StepIssues['integration']): { issues?: StepIssues } {
  if (!controls && !integration) return {};
  return { issues: { ...(controls && { controls }), ...(integration && { integration }) } };
}
