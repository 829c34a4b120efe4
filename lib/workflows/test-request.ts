/** Sends the request of an unsaved HTTP step once, so that its author sees the response. */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { tryRequest } from '#lib/engine/attempt/make-request.ts';
import { renderTwice, shownProblem, shownRequest } from '#lib/engine/attempt/shown-request.ts';
import type { RequestAnswer } from '#lib/engine/decision.ts';
import { type EnvironmentValues, environmentValues } from '#lib/environment-variables/values.ts';
import { newId } from '#lib/id.ts';
import { fixOf, type Reason, reasonFor, summaryOf } from '#lib/reasons/registry.ts';
import { ended } from '#lib/reasons/step-summary.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import { withoutSecretsInRequest } from '#lib/steps/clear-secrets.ts';
import { stepType } from '#lib/steps/index.ts';
import type { RequestingStep, StepOutcome, StepRequest } from '#lib/steps/run.ts';
import { draftWorkflow } from './drafts.ts';
import { previewSubscriber, stepOf, type TypedStep } from './preview.ts';
import { previewData, previewVariables } from './preview-payload.ts';
import type { WorkflowRecord } from './query.ts';
import type { TestedRequest, TestRequestBody } from './test-request-schema.ts';

/** Maximum characters of the response body that is returned. */
const MAX_BODY = 256 * 1024;

/**
 * Sends the request of a draft's step with the code and the limits of the engine: forbidden addresses are blocked, the
 * request is signed, and the response must arrive within 5 s. Values that the caller omits are sample data. Environment
 * variables have their real values, which neither the request nor the response shows.
 *
 * @throws ApiError `not_found` if the draft has no such step; `bad_request` for a step that makes no request, or that
 * cannot be rendered; `unprocessable` as for PUT.
 */
export async function testRequest(ctx: Ctx, body: TestRequestBody): Promise<TestedRequest> {
  const { workflow } = await draftWorkflow(ctx, body.workflow);
  const { step, earlier } = stepOf(workflow, body.stepId);
  const values = await environmentValues(ctx.environmentId);
  const requests = await requestsOf(ctx, { workflow, step, earlier, values, given: body.previewPayload ?? {} });
  const environment = { id: ctx.environmentId, variables: values };
  const started = performance.now();
  const { host, answer, response } = await tryRequest(environment, newId(), requests, () => new Date());
  const ms = Math.round(performance.now() - started);
  const recorded = withoutSecretsInRequest(requests.shown);
  await recordTest(ctx, workflow, { step: step.stepId, method: recorded.method, host, ...statusOf(answer) });
  const shown = response?.();
  const problem = problemOf(answer, host);
  return {
    request: requestJson(recorded),
    ms,
    ...(shown && { response: { ...shown, body: shown.body.slice(0, MAX_BODY), isCut: shown.body.length > MAX_BODY } }),
    ...(problem && { problem: problemJson(problem) }),
  };
}

interface Tested {
  workflow: WorkflowRecord;
  step: TypedStep;
  earlier: ReturnType<typeof stepOf>['earlier'];
  values: EnvironmentValues;
  given: NonNullable<TestRequestBody['previewPayload']>;
}

/** Returns the request of the step, and a copy with masks instead of secrets that people may see. */
async function requestsOf(ctx: Ctx, { workflow, step, earlier, values, given }: Tested) {
  const definition = stepType(step.type);
  const { request: run } = definition;
  if (!run) throw new ApiError('bad_request', 'The step makes no request: choose an HTTP step');
  const { controlValues: controls, type } = step;
  const unreadable = values.unreadable?.[0];
  if (unreadable !== undefined)
    throw new ApiError(
      'bad_request',
      `The environment variable ${unreadable} cannot be decrypted: enter its value again`,
    );
  const subscriber = await previewSubscriber(ctx, given.subscriber);
  const data = await previewData({ workflow, definition, controls, earlier, given, subscriber });
  const variables = { ...previewVariables(data, workflow), env: values.values };
  const twice = await renderTwice({ type, controls, variables, repeats: true }, values, renderStep);
  const { problem } = shownProblem(twice);
  if (problem) throw new ApiError('bad_request', `${problem.title}: ${problem.message}`);
  const outcome = requested(run({ output: twice.rendered.output, controls }));
  const shown = shownRequest(outcome.request, twice.shown, (output) => run({ output, controls }));
  return { request: outcome.request, shown };
}

function requested(outcome: StepOutcome): RequestingStep {
  if (outcome.type === 'request') return outcome;
  const reason = 'reason' in outcome ? summaryOf(outcome.reason) : 'The step makes no request';
  throw new ApiError('bad_request', reason);
}

function statusOf(answer: RequestAnswer): { status?: number } {
  return 'status' in answer ? { status: answer.status } : {};
}

/** Records the request in the audit log, because it reaches another server with the environment's secrets. */
async function recordTest(ctx: Ctx, { id, name }: WorkflowRecord, after: object): Promise<void> {
  await audit(ctx, {
    action: 'workflows.testRequest',
    resourceType: 'workflows',
    resourceId: id,
    resourceLabel: name,
    after,
  });
}

/** Returns why there is no response. */
function problemOf(answer: RequestAnswer, host: string): Reason | undefined {
  if ('status' in answer) return undefined;
  if (answer.kind === 'blocked') return reasonFor('outbound_blocked', { words: answer.problem, host });
  if (answer.kind === 'unreadable') return reasonFor('secret_unreadable', {});
  return reasonFor('request_failed', { problem: answer.problem, host });
}

function problemJson(reason: Reason): NonNullable<TestedRequest['problem']> {
  const fix = fixOf(reason, {})?.text;
  return { code: reason.code, message: ended(summaryOf(reason)), ...(fix !== undefined && { fix }) };
}

function requestJson({ method, url, body }: StepRequest): TestedRequest['request'] {
  return { method, url, ...(body !== undefined && { body }) };
}
