import { analyseWorkflow } from '#lib/analyser/analyse.ts';
import { env } from '#lib/env.ts';
import type { KnownVariables } from '#lib/environment-variables/known.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import type { RuntimeIssue } from './schema.ts';
import type { WorkflowDefinition } from './version-schema.ts';

/** Issues that are computed from a definition and stored with it. */
export interface ComputedIssues {
  issues: Record<string, RuntimeIssue> | undefined;
  /** Issues by control path, one entry per step in order. */
  steps: (Record<string, readonly object[]> | undefined)[];
}

/**
 * Computes the issues that are stored with a definition. Issues of integrations are computed on every read instead.
 *
 * @param variables the environment's variables, from `knownVariables`. If undefined, keys of `env` are not checked.
 */
export function computeIssues(
  { active, validatePayload, payloadSchema, steps }: WorkflowDefinition,
  variables: KnownVariables | undefined,
): ComputedIssues {
  const analysed = steps.map(({ stepId, type, controlValues }) => ({
    stepId,
    type: type as WorkflowStepType,
    controls: controlValues,
  }));
  const limits = { maxSpanDays: env().MAX_SPAN_DAYS };
  const { issues, steps: found } = analyseWorkflow(
    { active, validatePayload, payloadSchema, steps: analysed, ...(variables && { variables }) },
    [],
    limits,
  );
  return { issues, steps: found.map((step) => step.issues?.controls) };
}
