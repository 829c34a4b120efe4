import type { JsonObject } from '#lib/json.ts';
import { LIQUID_LIMITS } from '#lib/liquid/engine.ts';
import type { ValueRange } from '#lib/liquid/output.ts';
import { stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import type { LayoutBody } from './mail.ts';
import { problemOf, type RenderProblem } from './problem.ts';
import { renderControls } from './render-controls.ts';
import { renderTools } from './tools.ts';
import { warmUp } from './warm-up.ts';
import { TimeLimitError, withinRepeatedWork, withinWork } from './within-time.ts';

export interface StepToRender {
  type: WorkflowStepType;
  controls: JsonObject;
  /** What the templates may use: subscriber, payload, steps, workflow, context. */
  variables: JsonObject;
  /** The layout of an email. Absent: without one. */
  layout?: LayoutBody | undefined;
  /** The time from which durations count. */
  now?: Date;
  /** The limit in milliseconds of processor time. Default: `LIQUID_LIMITS.time`. */
  time?: number;
  /** Renders once again with more time what took too long, as for a preview, where no later attempt follows. */
  repeats?: true;
}

/** Compiles what rendering needs, once in a process. Otherwise the first step to be rendered waits for it. */
export function prepareRendering(): Promise<void> {
  return warmUp(renderNow);
}

export interface RenderedStep {
  /** What goes out: the controls by name, and what the step's file adds. Empty when nothing could be rendered. */
  output: JsonObject;
  /** By control: where values stand in a text that a provider escapes for its own language. */
  values?: Readonly<Record<string, readonly ValueRange[]>>;
  /** The first control that could not be rendered. The output does not contain it. */
  problem?: RenderProblem;
  /** The problem is that it took longer than its time, which may be different at another time. */
  tookTooLong?: true;
}

/**
 * Renders a step as it goes out: controls with every template filled in, HTML sanitised, an email in its layout with a
 * plain-text version. Previews and delivery both use it. The same input gives the same output. Uses at most `time`
 * milliseconds of processor time. Steps that are rendered at the same time share turns of a few milliseconds, which costs
 * far less than rendering them one by one. Parsed templates are cached.
 *
 * @throws ProcessorBusyError when the machine had no time for it; never because of what an author wrote.
 */
export async function renderStep(step: StepToRender): Promise<RenderedStep> {
  await prepareRendering();
  try {
    const within = step.repeats ? withinRepeatedWork : withinWork;
    return await within(step.time ?? LIQUID_LIMITS.time, () => renderNow(step));
  } catch (error) {
    return { output: {}, problem: problemOf(error), ...(error instanceof TimeLimitError && { tookTooLong: true }) };
  }
}

function renderNow({ type, controls, variables, layout, now = new Date() }: StepToRender): RenderedStep {
  const definition = stepType(type);
  const { skip, ...shown } = controls;
  const {
    controls: rendered,
    values,
    problems,
  } = renderControls({
    templates: definition.templates,
    controls: shown,
    variables,
    layout,
  });
  const [problem] = problems;
  const output = definition.render ? definition.render(rendered, renderTools(variables, now)) : rendered;
  return { output, ...(Object.keys(values).length > 0 && { values }), ...(problem && { problem }) };
}
