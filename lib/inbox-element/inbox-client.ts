import type { CreatedInboxSession } from '#lib/inbox-sessions/schema.ts';
import { parseJson } from './parse-json.ts';

/** The installation, the environment and the subscriber of an inbox. */
export interface Identity {
  /** The origin of Belfry, without a slash at the end. */
  server: string;
  applicationIdentifier: string;
  subscriberId: string;
  subscriberHash?: string | undefined;
  context?: Record<string, unknown> | undefined;
  contextHash?: string | undefined;
}

export type Session = CreatedInboxSession['data'];

/** A request that failed. `status` is 0 without a response. */
export class InboxFailure extends Error {
  readonly status: number;
  readonly retryAfterMs: number;

  constructor(status: number, message: string, retryAfterMs = 0) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether the same request can succeed later: no response, too many requests, an error of the server. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export function asFailure(error: unknown): InboxFailure {
  return error instanceof InboxFailure ? error : new InboxFailure(0, String(error));
}

const TIMEOUT_MS = 20_000;

/**
 * Calls the API of the inbox. The first call begins a session. A call after the end of the session begins another one.
 */
export class InboxClient {
  readonly identity: Identity;
  #session: Promise<Session> | undefined;

  constructor(identity: Identity) {
    this.identity = identity;
  }

  /** Returns the session. All callers share one request. @throws InboxFailure */
  session(): Promise<Session> {
    this.#session ??= this.#begin();
    const begun = this.#session;
    begun.catch(() => this.forget(begun));
    return begun;
  }

  /** Ends the use of a session that the server refuses. The next call begins another one. */
  async renew(token: string): Promise<void> {
    const begun = this.#session;
    if (begun && (await begun.catch(() => undefined))?.token === token) this.forget(begun);
  }

  /** @throws InboxFailure */
  async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const { token } = await this.session();
    try {
      return await this.#send<Answer>(method, path, body, token);
    } catch (error) {
      if (!(error instanceof InboxFailure && error.status === 401)) throw error;
      await this.renew(token);
      return this.#send<Answer>(method, path, body, (await this.session()).token);
    }
  }

  /**
   * Ends the use of the session. If `begun` is given, does so only while that session is in use. The next call begins
   * another one.
   */
  forget(begun = this.#session): void {
    if (this.#session === begun) this.#session = undefined;
  }

  async #begin(): Promise<Session> {
    const { applicationIdentifier, subscriberId, subscriberHash, context, contextHash } = this.identity;
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const { data } = await this.#send<CreatedInboxSession>('POST', '/session', {
      ...{ applicationIdentifier, subscriberHash, context, contextHash },
      subscriber: { subscriberId, timezone },
    });
    return data;
  }

  async #send<Answer>(method: string, path: string, body: object | undefined, token?: string): Promise<Answer> {
    const response = await fetch(`${this.identity.server}/api/v1/inbox${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      credentials: 'omit',
      cache: 'no-store',
      // A click that marks a message as read often leaves the page, and the request must still arrive.
      keepalive: method !== 'GET',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(fail);
    const text = await response.text().catch(fail);
    if (!response.ok) throw failureOf(response, text);
    return parseJson(text) as Answer;
  }
}

function fail(error: unknown): never {
  throw asFailure(error);
}

function failureOf({ status, headers }: Response, text: string): InboxFailure {
  const body = parseJson(text) as { message?: unknown } | undefined;
  const message = typeof body?.message === 'string' ? body.message : `The server responded with ${status}`;
  return new InboxFailure(status, message, (Number(headers.get('retry-after')) || 0) * 1_000);
}
