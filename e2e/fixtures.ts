import { test as base, expect } from '@playwright/test';
import type { z } from 'zod';
import '#scripts/seed-properties.ts';
import { createTenant, type Tenant } from './tenant.ts';

/** The URL of the running service, without a trailing slash. */
export const serviceUrl = (process.env.BELFRY_URL ?? 'http://127.0.0.1:3000').replace(/\/$/, '');

/** Whether Next runs alone. It then handles malformed percent-encoding and superfluous slashes itself. */
export const plainNext = process.env.BELFRY_PLAIN === 'true';

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed JSON. Undefined if the body is empty or not JSON. */
  body: Body;
}

interface CallOptions {
  /** Text and bytes are sent unchanged, a stream in chunks, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The Authorization header. Null sends none. Default: the tenant's API key. */
  authorization?: string | null;
  signal?: AbortSignal;
}

/** Calls the service over real HTTP. `path` starts below `/api`. */
export type CallApi = <Body = unknown>(method: string, path: string, options?: CallOptions) => Promise<Answer<Body>>;

export interface Fixtures {
  tenant: Tenant;
  /** Calls with the tenant's API key. */
  call: CallApi;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
  tenant: async ({}, use) => use(await createTenant()),
  call: async ({ tenant }, use) => use(caller(`ApiKey ${tenant.apiKey}`)),
});

export { expect };

/** Returns a `call` with another default Authorization, and to another web process if its origin is given. */
export function caller(authorization: string | null, origin = serviceUrl): CallApi {
  return async (method, path, options = {}) => {
    const value = options.authorization === undefined ? authorization : options.authorization;
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(value === null ? {} : { authorization: value }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...bodyOf(options.body),
      redirect: 'manual',
      signal: options.signal,
    });
    const text = await textOf(response);
    return { status: response.status, headers: response.headers, text, body: parseJson(text) as never };
  };
}

const MAX_READ = 100_000;

/** Reads the body. Event streams never end, and the beginning of a long file is enough. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return '';
  }
  if (!response.headers.has('content-disposition') || !response.body) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_READ) break;
  }
  return text;
}

/** Returns the response's body, checked against the route's public schema. */
export function parsed<Schema extends z.ZodType>(schema: Schema, answer: Answer, status = 200): z.infer<Schema> {
  expect(answer.status, answer.text).toBe(status);
  return schema.parse(answer.body);
}

function bodyOf(body: unknown): { body?: BodyInit | undefined; duplex?: 'half' } {
  if (body instanceof ReadableStream) return { body, duplex: 'half' };
  const asItIs = typeof body === 'string' || body instanceof Uint8Array;
  return { body: asItIs ? (body as BodyInit) : JSON.stringify(body) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
