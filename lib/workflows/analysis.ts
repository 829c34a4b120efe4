import { analyseWorkflow } from '#lib/analyser/analyse.ts';
import { env } from '#lib/env.ts';
import type { KnownVariables } from '#lib/environment-variables/known.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import type { RuntimeIssue, WorkflowDefinition } from './schema.ts';

/** Issues that are computed from a definition and stored with it. */
export interface ComputedIssues {
  issues: Record<string, RuntimeIssue> | undefined;
  /** By step, in order: control path → issues. */
  steps: (Record<string, readonly object[]> | undefined)[];
}

/**
 * The issues of a definition's content, as they are stored with it. Issues of integrations are computed at every read.
 *
 * @param variables of the environment, from `knownVariables`.
 */
export function computeIssues(
  { active, validatePayload, payloadSchema, steps }: WorkflowDefinition,
  variables: KnownVariables,
): ComputedIssues {
  const analysed = steps.map(({ stepId, type, controlValues }) => ({
    stepId,
    type: type as WorkflowStepType,
    controls: controlValues,
  }));
  const limits = { maxSpanDays: env().MAX_SPAN_DAYS };
  const { issues, steps: found } = analyseWorkflow(
    { active, validatePayload, payloadSchema, steps: analysed, variables },
    [],
    limits,
  );
  return { issues, steps: found.map((step) => step.issues?.controls) };
}
