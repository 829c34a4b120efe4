/**
 * The inbox is called by pages of customers. Its operations read no cookie, so every origin may call them; the list of
 * an environment is checked on the request itself (lib/inbox-sessions/origin.ts). No other operation accepts calls from
 * other origins.
 */
const PREFIX = '/api/v1/inbox/';

const ALLOWED = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after, x-request-id' };

/** Returns the headers of every response below a path that pages of other origins may call. */
export function crossOriginHeaders(path: string): Record<string, string> | undefined {
  return path.startsWith(PREFIX) ? ALLOWED : undefined;
}

/**
 * Returns the headers of the response to a preflight. Undefined for a path that pages of other origins may not call.
 */
export function preflightHeaders(path: string): Record<string, string> | undefined {
  return path.startsWith(PREFIX) ? PREFLIGHT : undefined;
}

const PREFLIGHT = {
  ...ALLOWED,
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, novu-api-version, novu-client-version, novu-application-identifier',
  'access-control-max-age': '86400',
};
