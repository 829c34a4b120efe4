import { annotate, inSpan, isTracing, type SpanDescription, traceparent } from '#lib/tracing/tracing.ts';

interface Traceable {
  method: string;
  headers: Readonly<Record<string, string>>;
  /** Whether to send the `traceparent` of the span. */
  sharesTrace?: boolean | undefined;
}

type Fetch<Request, Response> = (url: string, request: Request) => Promise<Response>;

/** Sends each request in a span. The span has no path and no query, because they may contain secrets. */
export function traced<Request extends Traceable, Response extends { status: number }>(
  fetch: Fetch<Request, Response>,
): Fetch<Request, Response> {
  return (url, request) => {
    if (!isTracing()) return fetch(url, request);
    return inSpan(
      () => requestSpan(url, request),
      async () => {
        const response = await fetch(url, request.sharesTrace ? withTraceparent(request) : request);
        const { status } = response;
        annotate(() => ({
          'http.response.status_code': status,
          'error.type': status >= 400 ? String(status) : undefined,
        }));
        return response;
      },
    );
  };
}

function requestSpan(url: string, { method }: Traceable): SpanDescription {
  const { hostname, port, protocol = '' } = URL.parse(url) ?? {};
  return {
    name: method,
    kind: 'client',
    attributes: {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': port ? Number(port) : protocol === 'https:' ? 443 : 80,
      'url.scheme': protocol.replace(':', ''),
    },
  };
}

/** Adds `traceparent`, unless the step's author set that header. */
function withTraceparent<Request extends Traceable>(request: Request): Request {
  const parent = traceparent();
  return parent === undefined ? request : { ...request, headers: { traceparent: parent, ...request.headers } };
}
