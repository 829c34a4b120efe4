import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3';
import { targetIn } from './api-request.ts';
import { preflightHeaders } from './cross-origin.ts';
import { ApiError } from './errors.ts';
import type { RouteParams } from './input.ts';
import { METHODS, type Method } from './operation.ts';
import { errorResponse, methodNotAllowed, notFound } from './route.ts';
import { loadRoutes, type RouteEntry } from './route-table.ts';

type Handlers = RouteEntry['handlers'];

/**
 * Creates a function that serves all of /api. It calls the same handlers as Next, but does not use Next.
 *
 * @param root the folder that contains `app`.
 */
export async function createApiRouter(root?: string): Promise<(request: Request) => Promise<Response>> {
  const routes = createRouter<Handlers>();
  for (const { segments, handlers } of await loadRoutes(root)) {
    const path = patternOf(segments);
    addRoute(routes, '', path, handlers);
    for (const handler of Object.values(handlers)) handler.path = path;
  }
  return async (request) => {
    const path = pathIn(targetIn(request.url));
    if (path === undefined)
      return errorResponse(request, new ApiError('bad_request', 'The path contains malformed percent-encoding'));
    const match = matchRoute(routes, path);
    if (request.method === 'OPTIONS') return optionsOf(request, path, match?.value);
    return match ? dispatch(request, match.value, match.params) : errorResponse(request, notFound());
  };
}

/**
 * Returns the pattern of a route: `/api/:id` for the segments `api`, `[id]`, and `/api/**:rest` for `api`, `[...rest]`.
 */
export function patternOf(segments: readonly string[]): string {
  const parts = segments.map((segment) => segment.replace(/^\[\.\.\.(.+)\]$/, '**:$1').replace(/^\[(.+)\]$/, ':$1'));
  return `/${parts.join('/')}`;
}

interface RouteMatch<Value> {
  value: Value;
  params: RouteParams;
}

/**
 * Finds the most specific route for a path from {@link pathIn}, and its decoded parameters. A static segment has
 * precedence over a parameter, and a parameter over `[...rest]`. Undefined for a path with an empty segment.
 */
export function matchRoute<Value>(routes: RouterContext<Value>, path: string): RouteMatch<Value> | undefined {
  const match = findRoute(routes, '', path);
  if (!match) return undefined;
  const params: RouteParams = { ...match.params };
  if (path.includes('%'))
    for (const name in match.params) params[name] = decodeURIComponent(match.params[name] as string);
  return { value: match.data, params };
}

/**
 * Returns the path without the query. Segments are decoded and encoded again, so that `%69tems` matches `items`.
 * Undefined if a segment cannot be decoded.
 */
export function pathIn(target: string): string | undefined {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  if (!path.includes('%')) return path;
  try {
    return path
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join('/');
  } catch {
    return undefined;
  }
}

function dispatch(request: Request, handlers: Handlers, params: RouteParams): Promise<Response> | Response {
  const { method } = request;
  const handler = handlers[(method === 'HEAD' ? 'GET' : method) as Method];
  if (handler) return handler(request, { params });
  const allow = allowed(handlers);
  return errorResponse(request, allow ? methodNotAllowed(method, allow) : notFound());
}

function optionsOf(request: Request, path: string, handlers: Handlers = {}): Response {
  const allow = allowed(handlers);
  const preflight = preflightHeaders(path);
  if (!allow && !preflight) return errorResponse(request, notFound());
  return new Response(null, { status: 204, headers: { ...(allow && { allow }), ...preflight } });
}

/** Returns the `Allow` header of a path. Empty for the catch-all path of unknown URLs. */
function allowed(handlers: Handlers): string {
  const methods: string[] = METHODS.filter((method) => handlers[method]?.operation);
  if (methods.length === 0) return '';
  if (methods[0] === 'GET') methods.splice(1, 0, 'HEAD');
  return [...methods, 'OPTIONS'].join(', ');
}
