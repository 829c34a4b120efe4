import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

export interface Shot {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Path and query. */
  path: string;
  headers?: Record<string, string>;
  /** The body. A function creates a new one for every request. */
  body?: string | (() => string);
  /** Whether every request has a unique Idempotency-Key. */
  keyed?: boolean;
}

export interface Measurement {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  requests: number;
  /** The number of responses other than 2xx and of failed connections. */
  failed: number;
}

export interface Load {
  origin: string;
  authorization: string;
  /** The requests, sent in turn. Each connection starts with a different request. */
  shots: Shot[];
  connections: number;
  seconds: number;
}

/** Sends requests over real HTTP with keep-alive. Each connection waits for its response before the next request. */
export async function fire({ origin, authorization, shots, connections, seconds }: Load): Promise<Measurement> {
  const requests = shots.map((shot) => requestOf(shot, authorization));
  const times: number[] = [];
  let failed = 0;
  let connection = 0;
  const startedAt = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: origin,
        connections,
        duration: seconds,
        setupClient: (client) => {
          const start = Math.floor((requests.length / connections) * connection++) % requests.length;
          client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
        },
      },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    );
    run.on('response', (_client, status, _bytes, ms) => {
      times.push(ms);
      if (status < 200 || status > 299) failed++;
    });
  });
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    requestsPerSecond: times.length / elapsedSeconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    maxMs: times.at(-1) ?? 0,
    requests: times.length,
    failed: failed + result.errors,
  };
}

/** Builds a request. Every connection does this before its first response, so building thousands would count as waiting time. */
function requestOf({ keyed, body, headers, ...shot }: Shot, authorization: string): autocannon.Request {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const makeBody = typeof body === 'function' ? body : undefined;
  return {
    ...shot,
    headers: { authorization, ...type, ...headers },
    ...(body !== undefined && { body: makeBody ? makeBody() : (body as string) }),
    ...((keyed || makeBody) && {
      setupRequest: (request: autocannon.Request) => ({
        ...request,
        ...(makeBody && { body: makeBody() }),
        ...(keyed && { headers: { ...request.headers, 'idempotency-key': randomUUID() } }),
      }),
    }),
  };
}

/** Returns the median measurement by requests per second. */
export function median(measurements: Measurement[]): Measurement {
  const sorted = measurements.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  return sorted[Math.floor(sorted.length / 2)] as Measurement;
}
