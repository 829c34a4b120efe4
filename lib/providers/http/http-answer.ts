/** Responses of vendors with an HTTP API, and the errors that follow from them. */
import { valueAt } from '#lib/json/values.ts';
import type { OutboundResponse } from '#lib/outbound/outbound.ts';
import { ProviderError, type ProviderErrorKind, type RawExchange } from '#lib/providers/send.ts';
import { retryAfterMs } from './retry-after.ts';

export interface HttpAnswer extends OutboundResponse {
  /** The body as JSON. Undefined if it is not JSON. */
  json: unknown;
}

/** Details of a failure that the vendor provides in addition to the status. */
export interface Refusal {
  kind?: ProviderErrorKind | undefined;
  words?: string | undefined;
  code?: string | undefined;
  retryAfterMs?: number | undefined;
  movedTo?: string | undefined;
  /** Whether `words` is Belfry's text, not the vendor's. */
  isOwn?: boolean | undefined;
}

/** A response, and the exchange in the form that can be stored. */
export interface Exchanged {
  answer: HttpAnswer;
  exchange: RawExchange;
}

export function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300;
}

/**
 * Creates a check for a successful response with an empty list under a key, which some vendors return for an unknown
 * message.
 */
export function hasNone(key: string): (answer: HttpAnswer) => boolean {
  return (answer) => {
    const list = isSuccess(answer) ? valueAt(answer.json, [key]) : undefined;
    return Array.isArray(list) && list.length === 0;
  };
}

/** Returns the error for an unsuccessful response. `refusal` reads the vendor’s text and code. */
export function refused(
  refusal: ((answer: HttpAnswer, now: Date) => Refusal) | undefined,
  { answer, exchange }: Exchanged,
  now: Date,
): ProviderError {
  const { status, headers } = answer;
  const said = refusal?.(answer, now) ?? {};
  const isSilent = !said.words?.trim() && (isRedirect(status) || isSuccess(answer) || answer.body.trim() === '');
  return new ProviderError(said.kind ?? kindOf(status), {
    words: said.words?.trim() || wordsOf(answer),
    exchange,
    status,
    isOwn: said.isOwn ?? isSilent,
    providerCode: said.code,
    movedTo: said.movedTo,
    retryAfterMs: said.retryAfterMs ?? retryAfterMs(headers['retry-after'], now),
  });
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Returns the error kind for a status, unless the vendor's own code is more specific. */
export function kindOf(status: number): ProviderErrorKind {
  if (isRedirect(status)) return 'configuration';
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'account';
  if (status === 429) return 'rate_limited';
  return status >= 500 || status === 408 || status === 425 ? 'unavailable' : 'rejected';
}

/**
 * Maximum characters of the text. More than are shown, so that a secret at the end of the shown text is complete and is
 * recognised.
 */
const MAX_TEXT = 16_384;

/**
 * Returns the start of the response, for providers without a better text. Explains a 2xx, because its status alone
 * would look like success.
 */
function wordsOf(answer: HttpAnswer): string {
  const { status, headers, body } = answer;
  if (isRedirect(status)) return `Redirects to ${headers.location ?? 'elsewhere'}, which is not followed`;
  const text = body.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim();
  if (isSuccess(answer))
    return `The response (${status}) does not confirm that the message was accepted${text === '' ? '' : `: ${text}`}`;
  return text === '' ? `Responded with ${status}` : `${status}: ${text}`;
}
