import type { JsonObject } from '#lib/json/values.ts';
import { RENDERED_AT } from '#lib/liquid/date-filter.ts';
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
  /** The variables of the templates: subscriber, payload, steps, workflow, context. */
  variables: JsonObject;
  /** The layout of an email. Absent: no layout. */
  layout?: LayoutBody | undefined;
  /** The start of durations, and the time that templates read as `now`. */
  now?: Date;
  /** The limit in milliseconds of processor time. Default: `LIQUID_LIMITS.time`. */
  time?: number;
  /**
   * Whether to repeat a rendering that took too long, with more time. Set for previews, because they have no later
   * attempt.
   */
  repeats?: true;
}

/** Compiles the rendering code, once per process, so that the first rendered step does not wait for the compilation. */
export function prepareRendering(): Promise<void> {
  return warmUp(renderNow);
}

export interface RenderedStep {
  /** The rendered controls by name, plus additions of the step's file. Empty if nothing could be rendered. */
  output: JsonObject;
  /** The ranges of values by control, for texts that a provider escapes for its own language. */
  values?: Readonly<Record<string, readonly ValueRange[]>>;
  /** The first control that could not be rendered. The output does not contain it. */
  problem?: RenderProblem;
  /** Whether the rendering exceeded its time limit. A retry may succeed. */
  tookTooLong?: true;
}

/**
 * Renders a step as it is sent: controls with every template filled in, HTML sanitised, an email in its layout with a
 * plain-text version. Previews and delivery both use this function. The same input produces the same output. Uses at
 * most `time` milliseconds of processor time. Concurrent renderings share turns of a few milliseconds, which costs far
 * less than rendering them one by one. Parsed templates are cached.
 *
 * @throws ProcessorBusyError if the machine had no time for the rendering. No template causes this error.
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
    variables: { ...variables, [RENDERED_AT]: now },
    layout,
  });
  const [problem] = problems;
  const output = definition.render ? definition.render(rendered, renderTools(variables, now)) : rendered;
  return { output, ...(Object.keys(values).length > 0 && { values }), ...(problem && { problem }) };
}
