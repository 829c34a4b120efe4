/** The common part of providers with an HTTP API. A provider declares only what is specific to it. */
import { BlockedError, OutboundError, type OutboundResponse } from '#lib/outbound/outbound.ts';
import type { Credentials } from '#lib/providers/credential.ts';
import type { RegisterEvents, Registration } from '#lib/providers/events/event-registration.ts';
import type { AcceptedMessage, Fate, FetchFate } from '#lib/providers/events/fate.ts';
import { hiddenHeader, redacted, withoutContent, withoutRepeated } from '#lib/providers/exchange.ts';
import { forRemainingRecipients } from '#lib/providers/mailbox.ts';
import type { ChannelMessage, DeliveryChannel, MessageOf } from '#lib/providers/message.ts';
import { type Casing, withOverrides } from '#lib/providers/overrides.ts';
import { copiesAmong } from '#lib/providers/refused-recipients.ts';
import {
  type Check,
  ProviderError,
  type RawExchange,
  type RefusedRecipient,
  type Send,
  type SendTools,
} from '#lib/providers/send.ts';
import { type Exchanged, type HttpAnswer, isSuccess, type Refusal, refused } from './http-answer.ts';
import { assertHeaders } from './http-headers.ts';
import type { HttpRequest } from './http-request.ts';
import { multipart } from './multipart.ts';

export type { Credentials, HttpAnswer, HttpRequest, Refusal };

/** The input of a signature: the request as it is sent. */
export interface Signable {
  method: string;
  /** Contains the vendor's real origin, even in tests. */
  url: string;
  contentType: string | undefined;
  body: string;
  now: Date;
}

/**
 * Authentication headers. After a 401, `renew` is called once to discard the cached token, and the headers are created
 * again.
 */
export interface Auth {
  headers: Record<string, string>;
  renew?: () => void;
}

export interface HttpShape<C extends DeliveryChannel> {
  /** Returns the headers that authenticate every request, including `check`. */
  auth: (credentials: Credentials, tools: SendTools) => Auth | Promise<Auth>;
  /**
   * Returns the request that sends one message. `eventsUrl` is the address to which the vendor should push its events.
   */
  request: (message: MessageOf<C>, credentials: Credentials, eventsUrl: string | undefined) => HttpRequest;
  /** Returns further headers, computed from the exact bytes of the body. */
  sign?: (request: Signable, credentials: Credentials) => Record<string, string> | Promise<Record<string, string>>;
  /** The case of the keys in the vendor's API, for overrides. Default: `camel`. */
  casing?: Casing;
  /** Makes the last changes to the request, after the overrides are merged. */
  finish?: (request: HttpRequest, message: MessageOf<C>) => HttpRequest;
  /** Whether the vendor accepted the message. Default: after any 2xx. Some vendors return errors with status 200. */
  accepted?: (answer: HttpAnswer) => boolean;
  /** Returns the recipients that a 2xx response reports as refused, for vendors that report on each recipient. */
  refusedRecipients?: (answer: HttpAnswer, message: MessageOf<C>) => RefusedRecipient[];
  /** Returns the ID that the vendor's events use for the message. */
  messageId: (answer: HttpAnswer, credentials: Credentials, message: MessageOf<C>) => string | undefined;
  /** Whether an accepted message may have no ID. Otherwise a response without an ID is an error. */
  idIsOptional?: boolean | ((answer: HttpAnswer) => boolean);
  /**
   * Returns the vendor's text and code from an unsuccessful response. Return a `kind` only if the status is misleading,
   * because it replaces the kind that follows from the status (lib/providers/http/error-kinds.ts).
   */
  refusal?: (answer: HttpAnswer, now: Date) => Refusal;
  /**
   * Whether the secret that grants access, such as a webhook URL, belongs to the recipient. If the vendor refuses this
   * secret, the integration's credentials are not the cause. Default: never.
   */
  isAccessOfRecipient?: (message: MessageOf<C>, credentials: Credentials) => boolean;
  /** A harmless request that proves that the credentials work, and a text for its response. */
  check?: HttpCheck;
  /** Fetches the fate of a message. Absent: the vendor has no such operation. */
  fate?: HttpFate;
  /** Registers the event address. Absent: the vendor has no such operation. */
  registration?: Registration;
}

interface HttpCheck {
  request: (credentials: Credentials) => HttpRequest;
  /**
   * Whether the credentials work. Default: after any 2xx. For some vendors, the refusal of an empty message proves that
   * the key works.
   */
  accepted?: (answer: HttpAnswer) => boolean;
  words: (answer: HttpAnswer, credentials: Credentials) => string;
}

interface HttpFate {
  request: (message: AcceptedMessage, credentials: Credentials) => HttpRequest;
  /**
   * Returns a second request, for vendors that need two. Undefined if the first response does not have the documented
   * form.
   */
  further?: (message: AcceptedMessage, credentials: Credentials, answer: HttpAnswer) => HttpRequest | undefined;
  /** Whether the vendor does not know the message. Default: a response with status 404. */
  isUnknown?: (answer: HttpAnswer, message: AcceptedMessage) => boolean;
  /** Reads a 2xx response. Undefined if the response does not have the documented form. */
  read: ReadFate;
}

/** Reads the fate of a message from a response. `now` is the time of the request, which replaces a missing time. */
export type ReadFate = (
  answer: HttpAnswer,
  about: { message: AcceptedMessage; now: Date; further?: HttpAnswer | undefined },
) => Omit<Fate, 'isKnown'> | undefined;

/** Creates `send`, `check`, `fate` and `registerEvents` of a provider. */
export function httpProvider<C extends DeliveryChannel>(
  shape: HttpShape<C>,
): { send: Send<C>; check?: Check; fate?: FetchFate; registerEvents?: RegisterEvents } {
  const sending: Send<C> = async (whole, tools) => {
    const message = forRemainingRecipients(whole);
    const usual = shape.request(message, tools.credentials, tools.eventsUrl);
    const given = overridden(usual, message.overrides, shape.casing ?? 'camel');
    const request = shape.finish?.(given, message) ?? given;
    const { leftOut } = request;
    const { answer, exchange } = await authorised(shape, request, tools, message);
    const named = isSuccess(answer) ? shape.refusedRecipients?.(answer, message) : undefined;
    const refusedCopies = copiesAmong(named ?? [], message, { exchange, status: answer.status });
    assertAccepted(shape, { answer, exchange }, tools.now());
    const providerMessageId = shape.messageId(answer, tools.credentials, message);
    const { idIsOptional: optional = false } = shape;
    const mayLackId = answer.isCut || (typeof optional === 'function' ? optional(answer) : optional);
    if (providerMessageId === undefined && !mayLackId) {
      const words = `The response (${answer.status}) does not have the documented form`;
      throw new ProviderError('rejected', { words, exchange, status: answer.status, isOwn: true });
    }
    return {
      ...(providerMessageId !== undefined && { providerMessageId }),
      ...(refusedCopies.length > 0 && { refusedCopies }),
      status: answer.status,
      exchange,
      ...(leftOut !== undefined && { leftOut }),
    };
  };
  const send: Send<C> = async (message, tools) => {
    try {
      return await sending(message, tools);
    } catch (error) {
      throw shape.isAccessOfRecipient?.(message, tools.credentials) ? aboutRecipient(error) : error;
    }
  };
  const { check, fate, registration } = shape;
  return {
    send,
    ...(check && { check: checking(shape, check) }),
    ...(fate && { fate: fetching(shape, fate) }),
    ...(registration && { registerEvents: registering(shape, registration) }),
  };
}

function checking<C extends DeliveryChannel>(shape: HttpShape<C>, check: HttpCheck): Check {
  return async (tools) => {
    const { answer, exchange } = await authorised(shape, check.request(tools.credentials), tools);
    if (!(check.accepted ?? isSuccess)(answer)) throw refused(shape.refusal, { answer, exchange }, tools.now());
    return { words: check.words(answer, tools.credentials), status: answer.status, exchange };
  };
}

function fetching<C extends DeliveryChannel>(shape: HttpShape<C>, fate: HttpFate): FetchFate {
  return async (message, tools) => {
    const now = tools.now();
    const { isUnknown = ({ status }) => status === 404 } = fate;
    const first = await authorised(shape, fate.request(message, tools.credentials), tools);
    if (isUnknown(first.answer, message)) return { isKnown: false, events: [] };
    assertReadable(shape, first, now);
    const request = fate.further?.(message, tools.credentials, first.answer);
    const second = request && (await authorised(shape, request, tools));
    if (second) assertReadable(shape, second, now);
    const read = fate.read(first.answer, { message, now, further: second?.answer });
    if (read) return { isKnown: true, ...read };
    const { answer, exchange } = first;
    const words = `The response (${answer.status}) does not have the documented form`;
    throw new ProviderError('rejected', { words, exchange, status: answer.status, isOwn: true });
  };
}

function registering<C extends DeliveryChannel>(shape: HttpShape<C>, registration: Registration): RegisterEvents {
  return (target, tools) => {
    const ask = async (request: HttpRequest, orStatus: readonly number[] = []) => {
      const exchanged = await authorised(shape, request, tools);
      if (!orStatus.includes(exchanged.answer.status)) assertReadable(shape, exchanged, tools.now());
      return exchanged.answer;
    };
    return registration({ credentials: tools.credentials, ask }, target);
  };
}

/**
 * Checks that a response can be read.
 * @throws {ProviderError} if the vendor refused the request, or if the response is incomplete.
 */
function assertReadable<C extends DeliveryChannel>(shape: HttpShape<C>, exchanged: Exchanged, now: Date): void {
  const { answer, exchange } = exchanged;
  if (!isSuccess(answer)) throw refused(shape.refusal, exchanged, now);
  if (!answer.isCut) return;
  const words = 'The response is too large, or was cut off';
  throw new ProviderError('unavailable', { words, exchange, status: answer.status, isOwn: true });
}

/**
 * Converts an error into a `recipient` error, for a URL that belongs to the recipient: refused access, an invalid URL,
 * or a moved one.
 */
function aboutRecipient(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const { kind, status, words } = error;
  const isGone = kind === 'rejected' && (status === 404 || status === 410);
  if (kind !== 'auth' && kind !== 'configuration' && !isGone) return error;
  return new ProviderError('recipient', { ...error, words, cause: error.cause });
}

/**
 * Checks that the vendor accepted the message.
 * @throws {ProviderError} if the vendor refused the message, or if the response does not show whether it accepted the
 * message.
 */
function assertAccepted<C extends DeliveryChannel>(
  shape: HttpShape<C>,
  { answer, exchange }: Exchanged,
  now: Date,
): void {
  if (answer.isCut && shape.accepted && isSuccess(answer)) {
    const words = 'The response was cut off, so it is unknown whether the message was accepted';
    throw new ProviderError('unavailable', {
      words,
      exchange,
      status: answer.status,
      isOwn: true,
      mayBeAccepted: true,
    });
  }
  if (!(shape.accepted ?? isSuccess)(answer)) throw refused(shape.refusal, { answer, exchange }, now);
}

function overridden(request: HttpRequest, overrides: ChannelMessage['overrides'], casing: Casing): HttpRequest {
  if (!overrides) return request;
  const { json, form, overridesAt: at, headers = {}, query = {} } = request;
  const whole = json ?? form ?? {};
  const body = at === undefined ? whole : ((whole[at] ?? {}) as Record<string, unknown>);
  const result = withOverrides({ body, headers, query }, overrides, casing);
  const merged = at === undefined ? result.body : { ...whole, [at]: result.body };
  return {
    ...request,
    headers: result.headers,
    query: result.query,
    ...(form ? { form: Object.fromEntries(Object.entries(merged).map(([key, value]) => [key, String(value)])) } : {}),
    ...(json ? { json: merged } : {}),
  };
}

/** Sends a request. If a cached token has expired, creates the headers again and sends once more. */
async function authorised<C extends DeliveryChannel>(
  { auth, sign }: HttpShape<C>,
  request: HttpRequest,
  tools: SendTools,
  message?: ChannelMessage,
): Promise<Exchanged> {
  for (let attempt = 1; ; attempt++) {
    const { headers, renew } = await auth(tools.credentials, tools);
    const exchanged = await call(request, tools, { auth: headers, sign, message });
    if (exchanged.answer.status !== 401 || !renew || attempt > 1) return exchanged;
    renew();
  }
}

interface Extras {
  auth?: Record<string, string>;
  sign?: HttpShape<DeliveryChannel>['sign'] | undefined;
  message?: ChannelMessage | undefined;
}

/**
 * Sends one request and returns the response, whatever its status.
 * @throws {ProviderError} if there is no response.
 */
export async function call(
  request: HttpRequest,
  tools: SendTools,
  { auth = {}, sign, message }: Extras = {},
): Promise<Exchanged> {
  const { method = 'POST' } = request;
  const { body, type } = bodyOf(request);
  const url = urlOf(request);
  const signable = { method, url, contentType: type, body: typeof body === 'string' ? body : '', now: tools.now() };
  const headers = {
    ...(type && { 'content-type': type }),
    'user-agent': 'Belfry',
    ...request.headers,
    ...auth,
    ...(await sign?.(signable, tools.credentials)),
  };
  for (const secret of [...Object.values(auth), ...(request.secrets ?? [])]) tools.secrets.add(secret);
  assertHeaders(auth, method, url, 'configuration');
  assertHeaders(headers, method, url, 'rejected');
  const secrets = [...tools.secrets];
  const said = () => redacted(requestText(method, request, { ...request.headers, ...masked(auth) }, message), secrets);
  try {
    const { http2, isOwnServer } = request;
    const response = await tools.fetch(reached(url, tools), {
      method,
      headers,
      body,
      mayBeCut: true,
      ...(http2 && { http2 }),
      ...(isOwnServer && { sharesTrace: true }),
    });
    const answered = responseText(response);
    const kept = message ? withoutRepeated(answered, message) : answered;
    const exchange = { request: said(), response: redacted(kept, secrets) };
    return { answer: withJson(response), exchange };
  } catch (error) {
    throw failed(error, { request: said() });
  }
}

function bodyOf({ json, form, files, pairs }: HttpRequest): { body?: string | Uint8Array; type?: string } {
  if (json) return { body: JSON.stringify(json), type: 'application/json' };
  if (form && files) return multipart(form, files);
  const named = form ? Object.entries(form) : pairs;
  if (!named) return {};
  const body = new URLSearchParams(named.map(([name, value]): [string, string] => [name, value])).toString();
  return { body, type: 'application/x-www-form-urlencoded' };
}

function urlOf({ url, query = {} }: HttpRequest): string {
  const extra = new URLSearchParams(query).toString();
  return extra === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${extra}`;
}

/** Returns the URL to call: at the vendor's own origin, unless a test replaces the origin. */
function reached(url: string, { origins }: SendTools): string {
  const origin = URL.parse(url)?.origin ?? '';
  return origins && Object.hasOwn(origins, origin) ? `${origins[origin]}${url.slice(origin.length)}` : url;
}

function masked(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, hiddenHeader]));
}

function requestText(
  method: string,
  { url, json, form, pairs }: HttpRequest,
  headers: Record<string, string>,
  message: ChannelMessage | undefined,
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const body = json ?? form ?? pairs;
  const text = body && JSON.stringify(body, message && withoutContent(message));
  return [`${method} ${url}`, ...lines, ...(text ? ['', text] : [])].join('\n');
}

const KEPT_HEADERS =
  /^(?:content-type|date|location|retry-after|apns-id)$|^x-.*(?:id|limit|remaining|reset)|request-id$/;

function responseText({ status, headers, body, isCut }: OutboundResponse): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    KEPT_HEADERS.test(name) ? `${name}: ${value}` : [],
  );
  return [String(status), ...lines, '', ...(isCut ? ['[The answer was cut off]'] : []), body].join('\n');
}

function withJson(response: OutboundResponse): HttpAnswer {
  let json: unknown;
  try {
    json = response.body === '' ? undefined : JSON.parse(response.body);
  } catch {
    json = undefined;
  }
  return { ...response, json };
}

/** Converts errors of the guard and of the network into a `ProviderError`. */
export function failed(error: unknown, exchange: RawExchange): unknown {
  if (error instanceof BlockedError) {
    return new ProviderError('blocked', { words: error.message, exchange, isOwn: true, cause: error });
  }
  if (!(error instanceof OutboundError)) return error;
  const details = { words: error.message, exchange, isOwn: true, cause: error };
  if (error.kind === 'invalid') return new ProviderError('configuration', details);
  const unreachable = error.kind === 'unreachable';
  return new ProviderError('unavailable', { ...details, unreachable, mayBeAccepted: !unreachable });
}
