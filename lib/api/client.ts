type QueryValue = string | number | boolean | readonly string[] | null | undefined;

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Record<string, QueryValue>;
  body?: unknown;
  environmentId?: string;
  /** The write succeeds only while the stored resource has this ETag. */
  ifMatch?: string;
  signal?: AbortSignal;
}

/** A response body with the ETag of its version. */
export interface Tagged<T> {
  body: T;
  etag: string | undefined;
}

/**
 * The error that API requests throw, with the error body of the API. `statusCode` 0 means that there was no response.
 */
export class ApiFailure extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly errors: Record<string, { messages: string[] }>;
  readonly requestId: string | undefined;
  /** The whole error body, including fields that only some errors have. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(body: Partial<Pick<ApiFailure, 'statusCode' | 'code' | 'message' | 'errors' | 'requestId'>>) {
    super(body.message ?? 'Belfry’s response is not an error message');
    this.name = 'ApiFailure';
    this.statusCode = body.statusCode ?? 500;
    this.code = body.code ?? 'internal';
    this.errors = body.errors ?? {};
    this.requestId = body.requestId;
    this.body = body as Record<string, unknown>;
  }
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

let sendRequest: Send = (path, init) => fetch(path, init);

/** Replaces `fetch` on the server, where a relative path is not a URL. */
export function sendThrough(send: Send): void {
  sendRequest = send;
}

/**
 * Sends an API request. `path` starts after `/api`. If no user is signed in, or the user lacks the two-step sign-in or
 * the sign-in provider that the organization requires, redirects to the page where the user can correct this. That page
 * returns to this page afterwards. The promise then never settles, so that no error appears. Otherwise throws {@link
 * ApiFailure} for an error.
 */
export async function api<T>(path: string, request: ApiRequest = {}): Promise<T> {
  return (await apiTagged<T>(path, request)).body;
}

/** Like {@link api}, for resources that have versions. */
export async function apiTagged<T>(path: string, request: ApiRequest = {}): Promise<Tagged<T>> {
  const response = await send(path, request);
  const etag = response.headers.get('etag') ?? undefined;
  if (response.status === 204) return { body: undefined as T, etag };
  if (!response.ok) return failed(response);
  wasAnswered = true;
  return { body: parse(await response.text()) as T, etag };
}

/**
 * Downloads a file. Throws the errors of {@link api}, or a plain error if the connection breaks during the download.
 */
export async function apiFile(path: string, request: ApiRequest = {}): Promise<Blob> {
  const response = await send(path, request);
  return response.ok ? await response.blob() : failed(response);
}

async function failed(response: Response): Promise<never> {
  const body = parse(await response.text());
  const failure = new ApiFailure({
    statusCode: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    message: `Belfry responded with status ${response.status}`,
    ...(typeof body === 'object' && body),
  });
  const page = typeof location === 'undefined' ? undefined : pageFor(failure);
  if (page !== undefined && page !== location.pathname && !isSigningOut)
    return leaveFor(page, failure.code === 'sign_in_provider_required' ? { problem: 'required' } : {});
  throw failure;
}

/**
 * Returns the page to which an error redirects. Undefined for a missing or wrong two-step code, because the page that
 * shows the error has the field for the code.
 */
function pageFor({ statusCode, code }: ApiFailure): '/sign-in' | '/sign-in/two-step' | undefined {
  if (code === 'two_step_setup_required') return '/sign-in/two-step';
  if (code === 'sign_in_provider_required') return '/sign-in';
  return statusCode === 401 && !code.startsWith('two_step_') ? '/sign-in' : undefined;
}

/** Opens a stream of events. Unlike {@link api}, never redirects to sign-in. Throws {@link ApiFailure}. */
export async function apiStream(
  path: string,
  request: Pick<ApiRequest, 'environmentId' | 'signal'>,
): Promise<ReadableStream<Uint8Array>> {
  const response = await send(path, request);
  if (response.ok && response.body) return response.body;
  await response.body?.cancel();
  throw new ApiFailure({ statusCode: response.status, message: `Belfry responded with status ${response.status}` });
}

/** Whether a request of this page has succeeded. If so, a 401 means that the session has ended. */
let wasAnswered = false;

/** Whether the user is signing out. A request that then fails with 401 must not report that the session ended. */
let isSigningOut = false;

/** Ends the session. The caller must then leave the page. */
export function signOut(): Promise<unknown> {
  isSigningOut = true;
  return api('/auth/sign-out', { method: 'POST', body: {} });
}

/** Redirects to sign-in or to the setup that the organization requires. Both return to this page afterwards. */
function leaveFor(page: '/sign-in' | '/sign-in/two-step', reason: { problem?: string }): Promise<never> {
  const here = location.pathname + location.search + location.hash;
  const hasEnded = wasAnswered && page === '/sign-in' && !reason.problem;
  const query = new URLSearchParams({
    ...(here !== '/' && { next: here }),
    ...(hasEnded && { ended: '1' }),
    ...reason,
  });
  location.assign(query.size > 0 ? `${page}?${query}` : page);
  return new Promise(() => {});
}

async function send(
  path: string,
  { method = 'GET', query, body, environmentId, ifMatch, signal }: ApiRequest,
): Promise<Response> {
  try {
    return await sendRequest(`/api${path}${queryString(query)}`, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(environmentId && { 'environment-id': environmentId }),
        ...(ifMatch && { 'if-match': ifMatch }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiFailure({
      statusCode: 0,
      code: 'network',
      message: 'Belfry did not answer. Check the connection, then try again.',
    });
  }
}

/** Returns the query string without empty values. An array repeats its key. */
function queryString(query: ApiRequest['query']): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(key, String(item));
  }
  const text = search.toString();
  return text && `?${text}`;
}

function parse(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
