import { isObject, type JsonObject } from '#lib/json/values.ts';

/** A workflow of the environment, with a sample payload. */
export interface OwnWorkflow {
  workflowId: string;
  payload: JsonObject;
}

/** Whether an example body triggers one workflow, or several workflows in `events`. */
export function hasTrigger(body: unknown): body is JsonObject {
  if (!isObject(body)) return false;
  const { name, payload, events } = body;
  return Array.isArray(events) ? events.every(hasTrigger) : typeof name === 'string' && isObject(payload);
}

/** Returns the example response with the transaction ID of its request. */
export function withTransactionOf(answer: unknown, body: unknown): unknown {
  if (Array.isArray(answer) && isObject(body) && Array.isArray(body.events)) {
    const { events } = body;
    return answer.map((one, at) => withTransactionOf(one, events[at]));
  }
  if (!isObject(answer) || !isObject(body) || typeof body.transactionId !== 'string') return answer;
  return { ...answer, transactionId: body.transactionId };
}

/**
 * Returns the example of a trigger with a workflow that exists in the environment, so that the call succeeds unchanged.
 */
export function withOwnWorkflow(body: JsonObject, own: OwnWorkflow): JsonObject {
  const { events, transactionId } = body;
  if (Array.isArray(events))
    return { ...body, events: events.filter(isObject).map((one) => withOwnWorkflow(one, own)) };
  const { workflowId, payload } = own;
  const transaction = typeof transactionId === 'string' ? { transactionId: `${workflowId}-1042` } : {};
  return { ...body, name: workflowId, payload, ...transaction };
}
