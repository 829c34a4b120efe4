import type { JsonObject } from '#lib/api/text.ts';
import { LIQUID_LIMITS } from '#lib/liquid/engine.ts';
import { stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import type { LayoutBody } from './mail.ts';
import { problemOf, type RenderProblem } from './problem.ts';
import { renderControls } from './render-controls.ts';
import { renderTools } from './tools.ts';
import { warmUp } from './warm-up.ts';
import { withinWork } from './within-time.ts';

export interface StepToRender {
  type: WorkflowStepType;
  controls: JsonObject;
  /** What the templates may refer to: subscriber, payload, steps, workflow, context. */
  variables: JsonObject;
  /** What an e-mail stands in; none when absent. */
  layout?: LayoutBody | undefined;
  /** What times are counted from. */
  now?: Date;
  /** Milliseconds of the processor's time that it may take; `LIQUID_LIMITS.time` when absent. */
  time?: number;
}

export interface RenderedStep {
  /** What goes out, by the names of the controls and what the step's file adds; empty when nothing could be rendered. */
  output: JsonObject;
  /** The first thing that could not be rendered; its control is not part of the output. */
  problem?: RenderProblem;
}

/**
 * A step as it goes out: its controls with every template filled in, HTML sanitised, an e-mail in its layout with plain text beside it. The
 * one way to render, for previews and delivery alike. The same for the same input; never throws for what an author wrote. Takes at most
 * `time` milliseconds of the processor's time. Steps that are asked for together are rendered in turns of a few milliseconds, which costs far
 * less than one by one; templates that were rendered lately are parsed no more.
 */
export async function renderStep(step: StepToRender): Promise<RenderedStep> {
  await warmUp(renderNow);
  try {
    return await withinWork(step.time ?? LIQUID_LIMITS.time, () => renderNow(step));
  } catch (error) {
    return { output: {}, problem: problemOf(error) };
  }
}

function renderNow({ type, controls, variables, layout, now = new Date() }: StepToRender): RenderedStep {
  const definition = stepType(type);
  const { skip, ...shown } = controls;
  const { controls: rendered, problems } = renderControls({
    templates: definition.templates,
    controls: shown,
    variables,
    layout,
  });
  const [problem] = problems;
  const output = definition.render ? definition.render(rendered, renderTools(variables, now)) : rendered;
  return { output, ...(problem && { problem }) };
}
