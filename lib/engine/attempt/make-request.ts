/** Makes the HTTP request of a step, signed with the environment's secret and checked by the outbound guard. */
import { createHmac } from 'node:crypto';
import { UnreadableError } from '#lib/crypto.ts';
import type { AnsweredRequest, RequestAnswer, RequestDecision } from '#lib/engine/decision.ts';
import type { RunEnvironment } from '#lib/engine/run-context.ts';
import { signingSecret } from '#lib/environments/signing-secret.ts';
import { BlockedError, OutboundError, type OutboundResponse, outbound } from '#lib/outbound/outbound.ts';
import { hiddenHeader, redacted, withoutSecrets } from '#lib/providers/exchange.ts';
import { isConnectionHeader } from '#lib/providers/http/connection-headers.ts';
import { retryAfterMs } from '#lib/providers/http/retry-after.ts';
import { signatureV2 } from '#lib/providers/http/signed-request.ts';
import { serviceName } from '#lib/providers/service-name.ts';
import { withoutSecretsInRequest } from '#lib/steps/clear-secrets.ts';
import type { StepRequest } from '#lib/steps/run.ts';
import { payloadExample } from '#lib/workflows/payload-example.ts';
import { requestSecrets } from './request-secrets.ts';

const TIMEOUT_MS = 5_000;

/**
 * Never throws because of the request or its response. `id` is the same at every attempt. The exchange has no secrets.
 */
export type MakeRequest = (
  environment: Pick<RunEnvironment, 'id' | 'variables' | 'isDemo'>,
  id: string,
  requests: Pick<RequestDecision, 'request' | 'shown' | 'schema'>,
  now: () => Date,
) => Promise<AnsweredRequest>;

export const makeRequest: MakeRequest = async (environment, id, requests, now) => {
  if (environment.isDemo) return sandboxAnswer(requests);
  const { host, exchange, answer } = await tryRequest(environment, id, requests, now);
  return { host, answer, ...(exchange && { exchange }) };
};

/** Returns a response that fits the schema, without a request: the demo data sends nothing. */
function sandboxAnswer({ shown, schema }: Parameters<MakeRequest>[2]): AnsweredRequest {
  const host = hostOf(shown.url);
  const body = JSON.stringify(payloadExample(schema ?? null) ?? {});
  const exchange = { request: `Sandbox: nothing was sent to ${host}`, response: `200\n\n${body}` };
  return { host, exchange, answer: { status: 200, body } };
}

/** A response as people may see it: without the secrets of the request. */
interface ShownResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface TriedRequest extends AnsweredRequest {
  /** Returns the complete response for people. Absent if there was none. */
  response?: () => ShownResponse;
}

/** Makes a request like `makeRequest`, for a person who reads the response. */
export async function tryRequest(
  ...[environment, id, { request, shown }, now]: Parameters<MakeRequest>
): Promise<TriedRequest> {
  const { method, url, body } = request;
  const host = hostOf(url);
  const secret = await readableSecret(environment.id);
  if (secret === undefined) return { host, exchange: { request: `${method} ${host}` }, answer: UNREADABLE };
  const signed = signatures(secret, request, now());
  const headers = headersOf(request, id, signed);
  const recorded = withoutSecretsInRequest(shown);
  const secrets = [
    ...Object.entries(headers).flatMap(([name, value]) => (SECRET.test(name) ? headerSecrets(value) : [])),
    ...requestSecrets(request, recorded),
    ...(environment.variables?.secrets ?? []),
  ];
  const sent = redacted(requestText(recorded, headersOf(recorded, id, signed)), secrets);
  try {
    // Throws for names and values that no header can have.
    new Headers(headers);
    const response = await outbound().fetch(url, { method, headers, body, timeoutMs: TIMEOUT_MS, sharesTrace: true });
    const exchange = { request: sent, response: redacted(`${response.status}\n\n${response.body}`, secrets) };
    return { host, exchange, answer: answerOf(response, now()), response: () => shownResponse(response, secrets) };
  } catch (error) {
    return { host, exchange: { request: sent }, answer: problemOf(error, secrets) };
  }
}

function shownResponse({ status, headers, body }: OutboundResponse, secrets: readonly string[]): ShownResponse {
  const shown = Object.entries(headers).map(
    ([name, value]) => [name, SECRET.test(name) ? hiddenHeader : withoutSecrets(value, secrets)] as const,
  );
  return { status, headers: Object.fromEntries(shown), body: withoutSecrets(body, secrets) };
}

/** Returns the host of a request, with its port unless that is the default. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

const UNREADABLE: RequestAnswer = { problem: 'The signing secret cannot be decrypted', kind: 'unreadable' };

/** Returns the signing secret. Undefined if it cannot be decrypted. */
function readableSecret(environmentId: string): Promise<string | undefined> {
  return signingSecret(environmentId).catch((error: unknown) => {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  });
}

/**
 * Returns the headers that sign a request: `<service>-signature: t=<milliseconds>,v1=<HMAC-SHA-256 of "<t>.<body>" with
 * the environment's secret, in hex>`, and `<service>-signature-v2`, which covers the method and the URL too.
 */
function signatures(secret: string, { method, url, body = '' }: StepRequest, now: Date): Record<string, string> {
  const time = now.getTime();
  const digest = createHmac('sha256', secret).update(`${time}.${body}`, 'utf8').digest('hex');
  const name = `${serviceName()}-signature`;
  return { [name]: `t=${time},v1=${digest}`, [`${name}-v2`]: signatureV2(secret, { method, url, body, now }) };
}

function headersOf({ headers, body }: StepRequest, id: string, signed: Record<string, string>): Record<string, string> {
  const own = Object.entries(headers)
    .map(([name, value]) => [name.trim().toLowerCase(), value] as const)
    .filter(([name]) => !isConnectionHeader(name));
  return {
    'user-agent': 'Belfry',
    'idempotency-key': id,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...Object.fromEntries(own),
    ...signed,
  };
}

/** Headers whose values are not stored. */
const SECRET = /auth|cookie|key|token|secret|passw|signature|credential|session/;

/** Minimum length of a secret part. Shorter parts are ordinary words. */
const MIN_PART_LENGTH = 6;

/**
 * Returns the value and its parts, because a server may quote a token without its scheme, or one of several cookies.
 */
function headerSecrets(value: string): string[] {
  const parts = value.split(/[\s;,]+/).flatMap((part) => [part, part.slice(part.indexOf('=') + 1)]);
  return [value, ...parts.filter((part) => part.length >= MIN_PART_LENGTH)];
}

function requestText({ method, url, body }: StepRequest, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${SECRET.test(name) ? hiddenHeader : value}`);
  return [`${method} ${url}`, ...lines, ...(body === undefined ? [] : ['', body])].join('\n');
}

function answerOf({ status, headers, body }: OutboundResponse, now: Date): RequestAnswer {
  if (status >= 300 && status < 400) {
    return { status, body: `The server redirects to ${headers.location ?? 'elsewhere'}, which is not followed` };
  }
  return { status, body, retryAfterMs: retryAfterMs(headers['retry-after'], now) };
}

/**
 * Returns the problem that an error means. An error other than a `BlockedError` or an `OutboundError` comes from an
 * invalid header or URL.
 */
function problemOf(error: unknown, secrets: readonly string[]): RequestAnswer {
  // Circuit breakers store the problem, and runs of other workflows quote it.
  const problem = redacted(error instanceof Error ? error.message : String(error), secrets);
  if (error instanceof BlockedError) return { problem, kind: 'blocked' };
  const mayPass = error instanceof OutboundError && error.kind !== 'invalid' && error.kind !== 'too_large';
  return { problem, kind: mayPass ? 'unavailable' : 'impossible' };
}
