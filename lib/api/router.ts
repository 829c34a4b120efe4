import { targetIn } from './api-request.ts';
import { ApiError } from './errors.ts';
import type { RouteParams } from './input.ts';
import { METHODS, type Method } from './operation.ts';
import { errorResponse, methodNotAllowed, notFound } from './route.ts';
import { loadRoutes, type RouteEntry } from './route-table.ts';
import { addRoute, emptyNode, matchRoute } from './route-tree.ts';

type Handlers = RouteEntry['handlers'];

/**
 * All of /api as one function. It calls the same handlers that Next would, without Next.
 *
 * @param root the folder that contains `app`.
 */
export async function createApiRouter(root?: string): Promise<(request: Request) => Promise<Response>> {
  const tree = emptyNode<Handlers>();
  for (const { segments, handlers } of await loadRoutes(root)) addRoute(tree, segments, handlers);
  return async (request) => {
    const segments = segmentsOf(targetIn(request.url));
    if (!segments)
      return errorResponse(request, new ApiError('bad_request', 'The path holds malformed percent-encoding'));
    const match = matchRoute(tree, segments);
    if (!match) return errorResponse(request, notFound());
    return dispatch(request, match.value, match.params);
  };
}

/** The decoded segments, without query and trailing slash. Undefined when a segment cannot be decoded. */
export function segmentsOf(target: string): string[] | undefined {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const segments = path.split('/');
  segments.shift();
  if (segments.at(-1) === '') segments.pop();
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function dispatch(request: Request, handlers: Handlers, params: RouteParams): Promise<Response> | Response {
  const { method } = request;
  const handler = handlers[(method === 'HEAD' ? 'GET' : method) as Method];
  if (handler) return handler(request, { params });
  const allow = allowed(handlers);
  if (!allow) return errorResponse(request, notFound());
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
  return errorResponse(request, methodNotAllowed(method, allow));
}

/** Empty for the catch-all path of unknown URLs. */
function allowed(handlers: Handlers): string {
  const methods: string[] = METHODS.filter((method) => handlers[method]?.operation);
  if (methods.length === 0) return '';
  if (methods[0] === 'GET') methods.splice(1, 0, 'HEAD');
  return [...methods, 'OPTIONS'].join(', ');
}
