/** The request of an HTTP step and the response, as the run’s page shows them, shortened for an explanation. */
import { isObject, parseJson } from '#lib/json/values.ts';
import { isWorkflowStepType } from '#lib/steps/data-schema.ts';
import { stepType } from '#lib/steps/index.ts';
import { shortText } from '#lib/text/short-text.ts';

export interface StepExchange {
  /** "POST https://api.example/orders" */
  request: string;
  /** The start of the response’s body. Undefined without a response, or if its body is empty. */
  response?: string | undefined;
}

/** Characters of a response that an explanation quotes. The run has up to 4 kB. */
const MAX_RESPONSE = 300;

/** Whether steps of the type make a request, whose exchange is stored. */
export function makesRequest(type: string): boolean {
  return isWorkflowStepType(type) && stepType(type).request !== undefined;
}

/** @param raw the stored exchange (`ExecutionDetail.raw`) of such a step. */
export function stepExchange(raw: string | null | undefined): StepExchange | undefined {
  const exchange = raw ? parseJson(raw) : undefined;
  if (!isObject(exchange) || typeof exchange.request !== 'string') return undefined;
  const [request = ''] = exchange.request.split('\n', 1);
  const text = typeof exchange.response === 'string' ? exchange.response : '';
  const body = text.slice(text.indexOf('\n\n') + 2).trim();
  return { request, ...(text.includes('\n\n') && body !== '' && { response: shortText(body, MAX_RESPONSE) }) };
}
