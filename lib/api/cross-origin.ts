/**
 * The paths that pages of other origins may call: the inbox, which customers embed. Its operations read no cookie, so
 * every origin is allowed here. Each request then checks the environment's list of origins
 * (lib/inbox-sessions/origin.ts).
 */
const PREFIX = '/api/v1/inbox/';

const ALLOWED = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after, x-request-id' };

/**
 * Returns the headers that allow pages of other origins to read a response. Undefined for paths that only Belfry's own
 * pages may call.
 */
export function crossOriginHeaders(path: string): Record<string, string> | undefined {
  return path.startsWith(PREFIX) ? ALLOWED : undefined;
}

/**
 * Returns the headers of the response to a CORS preflight. Undefined for paths that only Belfry's own pages may call.
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
