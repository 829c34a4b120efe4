/** Decides whether an event starts runs. Writes nothing, so that dry runs can use the same checks. */
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { env } from '#lib/env.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { type Reason, reasonFor, summaryOf } from '#lib/reasons/registry.ts';
import { ProcessorBusyError } from '#lib/rendering/within-time.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { checkedPayload } from './payload.ts';
import type { Check } from './payload-checks.ts';
import type { Audience } from './recipients.ts';
import type { BroadcastBody, TriggerResult } from './schema.ts';
import type { DescribedWorkflow } from './triggered-workflow.ts';

export interface Event {
  environmentId: string;
  body: BroadcastBody;
  audience: Audience;
  /** Topic.id by key. */
  topics: ReadonlyMap<string, string>;
  at: Date;
  /** Checks the payload. Default: `validated`. */
  check?: Check;
}

/** An event that starts runs. */
interface Admitted {
  payload: JsonObject;
  /** The start of the runs, if later than now. */
  scheduledAt: Date | undefined;
}

/** An event that starts no run: the reason, and the response to its caller. */
export interface Refused {
  refusal: Reason;
  answer: Pick<TriggerResult, 'status' | 'error'> | ApiError;
}

/** @throws ApiError 422 if `scheduledAt` is too far in the future. */
export async function checkEvent<Workflow extends DescribedWorkflow>(
  event: Event,
  workflow: Workflow | undefined,
): Promise<(Admitted & { workflow: Workflow }) | Refused> {
  const { body } = event;
  if (!workflow) return unknownWorkflow(body.name);
  const idle = idleStatus(workflow);
  if (idle) return idle;
  const checked = await payloadOf(event, workflow);
  if ('refusal' in checked) return checked;
  const refusal = missingRecipients(event);
  if (refusal) return { refusal, answer: { status: 'invalid_recipients', error: [summaryOf(refusal)] } };
  return { ...checked, workflow, scheduledAt: scheduledOf(event) };
}

function unknownWorkflow(name: string): Refused {
  const refusal = reasonFor('workflow_unknown', { workflow: name });
  const messages = ['workflow_not_found', summaryOf(refusal)];
  return { refusal, answer: new ApiError('unprocessable', 'workflow_not_found', { errors: { name: { messages } } }) };
}

/** Returns why an existing workflow does not run. Undefined if it runs. */
function idleStatus({ active, hasSteps, jobs, updatedAt, name }: DescribedWorkflow): Refused | undefined {
  if (!active) {
    const refusal = reasonFor('workflow_inactive', { workflow: name, since: updatedAt.toISOString() });
    return { refusal, answer: { status: 'trigger_not_active' } };
  }
  if (jobs.length > 0) return undefined;
  const status = hasSteps ? 'no_workflow_active_steps_defined' : 'no_workflow_steps_defined';
  return { refusal: reasonFor('no_step', {}), answer: { status } };
}

async function payloadOf(
  { environmentId, body, check }: Event,
  workflow: DescribedWorkflow,
): Promise<{ payload: JsonObject } | Refused> {
  try {
    return { payload: await checkedPayload(environmentId, workflow, body.payload ?? {}, check) };
  } catch (error) {
    if (!(error instanceof ApiError) || error instanceof ProcessorBusyError) throw error;
    const [first] = (error.extra?.errors as { field: string; message: string }[] | undefined) ?? [];
    const { field = '', message: problem = error.message } = first ?? {};
    return { refusal: reasonFor('payload_invalid', { field, problem }), answer: error };
  }
}

/** Returns the reason if an event has no recipients, because it names only topics and none of them exists. */
function missingRecipients({ audience, topics }: Event): Reason | undefined {
  const { subscribers, isBroadcast } = audience;
  const keys = [...audience.topics.keys()];
  if (isBroadcast || subscribers.size > 0 || keys.some((key) => topics.has(key))) return undefined;
  return noSuchTopics(keys);
}

export function noSuchTopics(keys: readonly string[]): Reason {
  return reasonFor('recipient_invalid', { value: keys.join(', '), problem: 'there is no such topic' });
}

function scheduledOf({ body: { scheduledAt }, at }: Event): Date | undefined {
  if (!scheduledAt || scheduledAt <= at) return undefined;
  const { MAX_SPAN_DAYS } = env();
  if (scheduledAt.getTime() > at.getTime() + MAX_SPAN_DAYS * DAY_MS)
    throw fieldError('scheduledAt', `must be within ${MAX_SPAN_DAYS} days`);
  return scheduledAt;
}
