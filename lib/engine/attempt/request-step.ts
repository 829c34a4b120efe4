/** Decides a job from the response to its own HTTP request. Pure, except for the time limit of the schema check. */

import type { AnsweredRequest, Decision, HeldAnswer, Note, RequestDecision } from '#lib/engine/decision.ts';
import { QUICK_RETRIES, type Retry, retryOf, waitForRetry } from '#lib/engine/retry.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { isObject, parseJson } from '#lib/json/values.ts';
import { payloadSchemaProblems } from '#lib/payload-schemas/check.ts';
import { validated } from '#lib/payload-schemas/validate.ts';
import { kindOf } from '#lib/providers/http/http-answer.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { ProcessorBusyError } from '#lib/rendering/within-time.ts';
import { shortText } from '#lib/text/short-text.ts';
import { isRetryable } from './send-reason.ts';

/**
 * Decides a job from the response. A 2xx response is the step's result. A temporary failure is retried as long as the
 * next steps may wait for the job. Any other failure ends the run, unless the step is set to continue.
 */
export async function settleRequest(
  run: RunContext,
  { schema, goesOn, notes }: RequestDecision,
  { host, exchange, answer }: AnsweredRequest,
  now: Date,
): Promise<Decision> {
  const fail = (reason: Reason): Decision => ({ type: 'fail', reason, goesOn, exchange, notes });
  const retryLater = (retry: Retry, words: string) => ({ ...waitForRetry(run, retry, words), exchange, notes });
  if (!('status' in answer)) {
    if (answer.kind === 'held') return waitForHost(run, host, answer, fail, notes, now);
    if (answer.kind === 'unreadable') return fail(reasonFor('secret_unreadable', {}));
    if (answer.kind === 'blocked') return fail(reasonFor('outbound_blocked', { words: answer.problem, host }));
    const retry = answer.kind === 'unavailable' ? retryOfRequest(run, now) : undefined;
    return retry ? retryLater(retry, answer.problem) : fail(failureReason(run, host, answer.problem));
  }
  const { status, body, retryAfterMs } = answer;
  if (status < 200 || status > 299) {
    const problem = start(body) || 'there were no details';
    const retry = isRetryable({ kind: kindOf(status) }) ? retryOfRequest(run, now, retryAfterMs) : undefined;
    return retry ? retryLater(retry, `${status}: ${problem}`) : fail(failureReason(run, host, problem, status));
  }
  const checked = await checkAnswer(run, schema, parseJson(body));
  if (checked === 'busy') {
    const retry = retryOfRequest(run, now);
    if (retry) return retryLater(retry, NO_TIME);
    return fail(reasonFor('response_invalid', { problem: NO_TIME }));
  }
  if ('problem' in checked) return fail(reasonFor('response_invalid', { problem: checked.problem }));
  const { json } = checked;
  const reason = reasonFor('requested', { host, status, attempt: run.attempt.number });
  if (isObject(json)) return { type: 'continue', reason, result: json, exchange, notes };
  const ignored = body.trim() === '' ? [] : [{ reason: reasonFor('response_ignored', {}) }];
  return { type: 'continue', reason, result: {}, exchange, notes: [...notes, ...ignored] };
}

/**
 * Returns when to requeue a job whose recorded reason is that its host does not respond. Until the host responds, there
 * is nothing new to record.
 */
export function requeueTimeOfHeld(run: RunContext, { answer }: AnsweredRequest, now: Date): Date | undefined {
  if (!('kind' in answer) || answer.kind !== 'held' || run.job.reason?.code !== 'host_unavailable') return undefined;
  return run.ended ? undefined : retryOfRequest(run, now, answer.retryAfterMs)?.readyAt;
}

/** Retries at the next probe, as long as the next steps may wait for this job. */
function waitForHost(
  run: RunContext,
  host: string,
  { since, problem, retryAfterMs }: HeldAnswer,
  fail: (reason: Reason) => Decision,
  notes: readonly Note[],
  now: Date,
): Decision {
  const evidence = { host, since: since.toISOString(), problem };
  const retry = retryOfRequest(run, now, retryAfterMs);
  if (!retry) return fail(reasonFor('request_failed', { host, since: evidence.since, problem }));
  const { readyAt, attempts } = retry;
  return { type: 'retry', readyAt, attempts, reason: reasonFor('host_unavailable', evidence), notes };
}

/**
 * Returns the next retry for which the next steps wait. Quick retries stay available, even if the job waited long for
 * its turn.
 */
function retryOfRequest(run: RunContext, now: Date, requestedWaitMs?: number): Retry | undefined {
  const retry = retryOf(run, now, requestedWaitMs);
  const isQuick = requestedWaitMs === undefined && run.attempt.number <= QUICK_RETRIES;
  return retry?.holdsChain || isQuick ? retry : undefined;
}

function failureReason({ attempt }: RunContext, host: string, problem: string, status?: number): Reason {
  return reasonFor('request_failed', { problem, host, status, attempt: attempt.number });
}

const MAX_LENGTH = 300;

function start(body: string): string {
  return shortText(body.replace(/\s+/g, ' ').trim(), MAX_LENGTH).toWellFormed();
}

const NO_TIME = 'the server was too busy to check the response';

/**
 * Returns the response with its schema's defaults. An invalid schema accepts nothing, because later steps rely on the
 * schema.
 */
async function checkAnswer(
  { environment }: RunContext,
  schema: JsonObject | undefined,
  json: unknown,
): Promise<{ json: unknown } | { problem: string } | 'busy'> {
  if (!schema) return { json };
  const [wrong] = payloadSchemaProblems(schema);
  if (wrong !== undefined) return { problem: `the schema itself is wrong: ${wrong.replace(/\.$/, '')}` };
  if (json === undefined) return { problem: 'it is not JSON' };
  try {
    const result = await validated(environment.id, schema, json);
    if (result.valid) return { json: result.value };
    if ('failure' in result) return { problem: result.failure };
    const { instancePath = '', message = 'is wrong' } = result.problems[0] ?? {};
    return { problem: `${instancePath === '' ? 'it' : instancePath.slice(1).replaceAll('/', '.')} ${message}` };
  } catch (error) {
    if (error instanceof ProcessorBusyError) return 'busy';
    throw error;
  }
}
