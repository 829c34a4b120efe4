/**
 * The step types of the interface (spec 2.9): the step types of workflows, plus `trigger`, the hidden first job of a
 * run.
 */
import { STEP_FACTS } from './facts.generated.ts';
import type { WorkflowStepType } from './index.ts';

export type StepTypeName = WorkflowStepType | 'trigger';

export const WORKFLOW_STEP_TYPES = Object.keys(STEP_FACTS) as [WorkflowStepType, ...WorkflowStepType[]];

/** The interface lists `trigger` before the steps that wait or limit. */
export const STEP_TYPES = WORKFLOW_STEP_TYPES.flatMap((type): StepTypeName[] =>
  type === 'delay' ? ['trigger', type] : [type],
) as [StepTypeName, ...StepTypeName[]];
