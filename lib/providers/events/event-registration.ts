/** The optional part `registerEvents` of a provider: enters the event address of an integration at the vendor. */
import { valueAt } from '#lib/json/values.ts';
import type { Credentials } from '#lib/providers/credential.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { HttpAnswer } from '#lib/providers/http/http-answer.ts';
import type { HttpRequest } from '#lib/providers/http/http-request.ts';
import { ProviderError, type SendTools } from '#lib/providers/send.ts';

/** The event address of an integration. */
export interface EventTarget {
  url: string;
  /** The signing key of the integration, or user name and password. Empty if none is entered. */
  key: string;
  /**
   * Whether an address at the vendor belongs to the integration. An address with an earlier secret or origin does too.
   */
  isOwn: (url: string) => boolean;
}

export interface Registered {
  /** Whether the vendor had no webhook of the integration before the registration. */
  isNew: boolean;
  /** The key with which the vendor signs its events. Absent if the vendor does not return one. */
  key?: string | undefined;
  /** A sentence about the part that could not be registered. */
  leftOut?: string | undefined;
}

/**
 * Registers the address at the vendor. A second call changes the webhook of the first call.
 *
 * @throws {ProviderError} if the vendor did not respond, or refused a request.
 */
export type RegisterEvents = (target: EventTarget, tools: SendTools) => Promise<Registered>;

/** The API of a vendor. */
export interface VendorApi {
  credentials: Credentials;
  /**
   * Sends an authorised request.
   * @throws {ProviderError} unless the response is complete and successful, or has one of the statuses `orStatus`.
   */
  ask: (request: HttpRequest, orStatus?: readonly number[]) => Promise<HttpAnswer>;
}

/** The part of a provider that is specific to the vendor. */
export type Registration = (api: VendorApi, target: EventTarget) => Promise<Registered>;

/** The name of Belfry's webhooks at vendors that require one. */
export const WEBHOOK_NAME = 'Belfry';

/**
 * Returns the list at a path of a response.
 *
 * @throws {ProviderError} if there is none, because an unread list could hide the existing webhook and lead to a second
 * one.
 */
export function listIn({ json, status }: HttpAnswer, ...path: string[]): unknown[] {
  const list = path.length === 0 ? json : valueAt(json, path);
  if (Array.isArray(list)) return list;
  throw undocumented(status);
}

/** Returns the text at a path of a response. @throws {ProviderError} if there is none. */
export function textIn({ json, status }: HttpAnswer, ...path: string[]): string {
  const text = textAt(json, ...path);
  if (text !== undefined && text !== '') return text;
  throw undocumented(status);
}

export function undocumented(status: number): ProviderError {
  const words = `The response (${status}) does not have the documented form`;
  return new ProviderError('rejected', { words, exchange: { request: '' }, status, isOwn: true });
}

/** Returns the error for a vendor that already pushes its events to the address of another service. */
export function takenAddress(words: string): ProviderError {
  return new ProviderError('rejected', { words, exchange: { request: '' }, isOwn: true });
}

/** Returns the ID of the webhook whose address belongs to the integration. Undefined if there is none. */
export function ownWebhook(
  webhooks: readonly unknown[],
  { isOwn }: EventTarget,
  { id, url }: { id: string; url: string },
): string | undefined {
  return textAt(
    webhooks.find((webhook) => isOwn(textAt(webhook, url) ?? '')),
    id,
  );
}

interface Webhook {
  /** The URL of the list of webhooks. The URL of one webhook ends with the webhook’s ID. */
  url: string;
  /** Undefined for a new webhook. */
  id: string | undefined;
  json: Record<string, unknown>;
  /** Fields that are sent only when a webhook is created. */
  atCreation?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Creates a webhook with POST, or changes it with PUT. */
export async function saveWebhook(
  { ask }: VendorApi,
  { url, id, json, atCreation, headers = {} }: Webhook,
): Promise<Registered> {
  if (id === undefined) await ask({ url, headers, json: { ...json, ...atCreation } });
  else await ask({ method: 'PUT', url: `${url}/${encodeURIComponent(id)}`, headers, json });
  return { isNew: id === undefined };
}

/** Returns the parts of a key `user:password`. Undefined if no key is entered, or if it has no colon. */
export function userAndPassword({ key }: EventTarget): { user: string; password: string } | undefined {
  const colon = key.indexOf(':');
  return colon < 0 ? undefined : { user: key.slice(0, colon), password: key.slice(colon + 1) };
}

/** Returns the address with the user name and the password of the key, if one is entered. */
export function addressWithKey(target: EventTarget): string {
  const parts = userAndPassword(target);
  if (!parts) return target.url;
  const url = new URL(target.url);
  url.username = encodeURIComponent(parts.user);
  url.password = encodeURIComponent(parts.password);
  return url.href;
}
