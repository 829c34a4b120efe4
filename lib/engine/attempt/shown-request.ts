/**
 * The request of an HTTP step as people may see it. It is rendered a second time, from the masked controls and with a
 * mask as the value of each secret variable. So the request contains no secret, whatever filters and encodings a
 * template uses. Pure.
 */
import type { EnvironmentValues } from '#lib/environment-variables/values.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { hiddenHeader as HIDDEN } from '#lib/providers/exchange.ts';
import type { RenderedStep, StepToRender } from '#lib/rendering/render-step.ts';
import { stepType } from '#lib/steps/index.ts';
import type { StepOutcome, StepRequest } from '#lib/steps/run.ts';

/**
 * The masks in order of use. If a mask makes the request invalid, the next one may work: the second in a host, the
 * third as a number in JSON.
 */
const MASKS = [HIDDEN, 'hidden', '0'];

export interface RenderedTwice {
  rendered: RenderedStep;
  /** The step rendered with masks. Absent if the step reads no secret, or if its rendering took too long. */
  shown?: RenderedStep | undefined;
}

/** Renders a step, and renders it again with masks if the step contains secrets. */
export async function renderTwice(
  step: StepToRender,
  variables: EnvironmentValues | undefined,
  render: (step: StepToRender) => Promise<RenderedStep>,
): Promise<RenderedTwice> {
  const rendered = await render(step);
  const { secrets } = stepType(step.type);
  const isMasked = secrets && (variables?.secrets.length || secrets.find(step.controls).length > 0);
  if (!isMasked || rendered.tookTooLong) return { rendered };
  const controls = secrets.mask(step.controls);
  let first: RenderedStep | undefined;
  for (const mask of MASKS) {
    const env = maskedValues(variables, mask);
    const shown = await render({ ...step, controls, variables: { ...step.variables, env } });
    if (!shown.problem) return { rendered, shown };
    first ??= shown;
  }
  return { rendered, shown: first };
}

function maskedValues({ values, secrets }: EnvironmentValues = { values: {}, secrets: [] }, mask: string): JsonObject {
  const hidden = new Set(secrets);
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, hidden.has(value) ? mask : value]));
}

/** Returns the rendered step with a problem that quotes no secret. */
export function shownProblem({ rendered, shown }: RenderedTwice): RenderedStep {
  const { problem } = rendered;
  if (!problem || !shown) return rendered;
  return { ...rendered, problem: shown.problem ?? { ...problem, message: NOT_WITH_SECRETS } };
}

const NOT_WITH_SECRETS = 'The request cannot be rendered with the values of its secrets.';

/**
 * Returns the request that people may see instead of `request`.
 *
 * @param run returns the step's outcome for an output.
 */
export function shownRequest(
  request: StepRequest,
  shown: RenderedStep | undefined,
  run: (output: JsonObject) => StepOutcome,
): StepRequest {
  if (!shown) return request;
  const outcome = shown.problem ? undefined : run(shown.output);
  if (outcome?.type !== 'request') return hiddenRequest(request);
  const { url } = outcome.request;
  return { ...outcome.request, url: url.replaceAll(encodeURIComponent(HIDDEN), HIDDEN) };
}

function hiddenRequest({ method, headers, body }: StepRequest): StepRequest {
  const hidden = Object.fromEntries(Object.keys(headers).map((name) => [name, HIDDEN]));
  return { method, url: HIDDEN, headers: hidden, ...(body !== undefined && { body: HIDDEN }) };
}
