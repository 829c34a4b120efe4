import type { JsonObject } from '#lib/json/values.ts';
import type { StepContentIssue, StepIntegrationIssue } from '#lib/steps/issues.ts';
import { variablesSchema } from '#lib/steps/variables.ts';
import { dedupeIssues } from '#lib/workflows/issues.ts';
import type { Workflow } from '#lib/workflows/schema.ts';
import type { DraftStep, WorkflowDefinition } from './definition.ts';
import type { RejectedField } from './rejected-fields.ts';

/** A step of the draft with its issues. */
export interface EditorStep extends DraftStep {
  /** The position of the step, from 1. */
  place: number;
  dataSchema: JsonObject | undefined;
  variables: JsonObject;
  /** The issues of the content by control path. */
  contentIssues: Readonly<Record<string, readonly StepContentIssue[]>>;
  integrationIssues: readonly StepIntegrationIssue[];
}

/** Returns the steps of the draft, each with the issues of the last analysis and the errors of the last save. */
export function editorSteps(
  definition: WorkflowDefinition,
  analysed: Workflow,
  rejected: readonly RejectedField[],
): EditorStep[] {
  return definition.steps.map((step, at) => {
    const found = analysed.steps.find(({ stepId, type }) => stepId === step.stepId && type === step.type);
    return {
      ...step,
      place: at + 1,
      dataSchema: found?.controls.dataSchema,
      variables: found?.variables ?? variablesSchema(definition.payloadSchema, definition.steps.slice(0, at)),
      contentIssues: withRejected(dedupeIssues(step.type, found?.issues?.controls ?? {}), step.stepId, rejected),
      integrationIssues: Object.values(found?.issues?.integration ?? {}).flat(),
    };
  });
}

/** Counts the issues of a step. */
export function issueCount({ contentIssues, integrationIssues }: EditorStep): number {
  return Object.values(contentIssues).flat().length + integrationIssues.length;
}

function withRejected(
  found: EditorStep['contentIssues'],
  stepId: string,
  rejected: readonly RejectedField[],
): EditorStep['contentIssues'] {
  const mine = rejected.filter((field) => field.stepId === stepId);
  if (mine.length === 0) return found;
  const issues = { ...found };
  for (const { path, message } of mine) {
    issues[path] = [{ issueType: 'MISSING_VALUE', message }, ...(issues[path] ?? [])];
  }
  return issues;
}
