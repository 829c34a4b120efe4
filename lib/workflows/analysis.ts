import { analyseWorkflow } from '#lib/analyser/analyse.ts';
import { env } from '#lib/env.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import type { RuntimeIssue, WorkflowDefinition } from './schema.ts';

/** What is computed from a definition and stored with it. */
export interface ComputedIssues {
  issues: Record<string, RuntimeIssue> | undefined;
  /** By step, in their order: control path → issues. */
  steps: (Record<string, readonly object[]> | undefined)[];
}

/** The issues of a definition by its content, as they are stored with it; those of the integrations are computed at every read. */
export function computeIssues({ active, validatePayload, payloadSchema, steps }: WorkflowDefinition): ComputedIssues {
  const analysed = steps.map(({ stepId, type, controlValues }) => ({
    stepId,
    type: type as WorkflowStepType,
    controls: controlValues,
  }));
  const limits = { maxSpanDays: env().MAX_SPAN_DAYS };
  const { issues, steps: found } = analyseWorkflow(
    { active, validatePayload, payloadSchema, steps: analysed },
    [],
    limits,
  );
  return { issues, steps: found.map((step) => step.issues?.controls) };
}
