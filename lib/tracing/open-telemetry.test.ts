import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { type Env, parseEnv } from '#lib/env.ts';
import { createLogger } from '#lib/logger.ts';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { freePort } from '#scripts/postgres.ts';
import { startTraceCollector } from '#testing/trace-collector.ts';
import { startVendor } from '#testing/vendor-server.ts';
import { collectorUrl, startTracing } from './start.ts';
import { annotate, inSpan, isTracing, type SpanDescription, setTracing, stopTracing, traceparent } from './tracing.ts';

const ended: (() => unknown)[] = [];

afterEach(async () => {
  await stopTracing(0);
  setTracing(undefined);
  for (const end of ended.splice(0)) await end();
});

async function collecting(more: Record<string, string> = {}, respond?: (response: ServerResponse) => void) {
  const collector = await startTraceCollector(respond);
  ended.push(() => collector.stop());
  await startTracing('worker', settings(collector.url, more));
  return collector;
}

const settings = (url: string, more: Record<string, string> = {}): Env =>
  parseEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...more });

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const UNSAMPLED = CALLER.replace(/01$/, '00');
const server = (parent?: string): (() => SpanDescription) => {
  return () => ({ name: 'outer', kind: 'server', attributes: {}, parent });
};
const client = (): SpanDescription => ({ name: 'inner', kind: 'client', attributes: { missing: undefined } });

test('without a collector nothing is traced', async () => {
  for (const env of [
    {},
    { OTEL_SERVICE_NAME: 'mine' },
    { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a' },
  ])
    await startTracing('web', parseEnv(env));
  expect(isTracing()).toBe(false);
  const description = () => expect.unreachable();
  expect(await inSpan(description, async () => traceparent() ?? 'nothing')).toBe('nothing');
});

test('the address of the collector follows the specification', () => {
  expect(collectorUrl(settings('http://collector:4318/otlp/'))).toBe('http://collector:4318/otlp/v1/traces');
  expect(collectorUrl(settings('http://a', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://b/x' }))).toBe('http://b/x');
});

test('spans continue the trace of their parent, in every process', async () => {
  const collector = await collecting({
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=blue%20sky',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
  });
  const sent = await inSpan(server(CALLER), () => inSpan(client, async () => traceparent()));
  const consumer = (): SpanDescription => ({ name: 'later', kind: 'consumer', attributes: {}, parent: sent });
  await inSpan(server(), () => inSpan(consumer, async () => annotate(() => ({ n: 1, yes: true }))));
  await stopTracing(5_000);
  const named = (name: string) => collector.spans.find((span) => span.name === name);
  const [outer, inner, later] = [named('outer'), named('inner'), named('later')];
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  expect(outer).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', kind: 2 });
  expect(inner).toMatchObject({ traceId, parentSpanId: outer?.spanId, kind: 3 });
  expect(inner?.attributes).toEqual({});
  expect(later).toMatchObject({ traceId, parentSpanId: inner?.spanId, kind: 5, attributes: { n: 1, yes: true } });
  expect(outer?.resource).toMatchObject({
    'service.name': 'belfry-worker',
    'deployment.environment.name': 'blue sky',
  });
  expect(collector.headers).toMatchObject({ authorization: 'Bearer abc', 'content-type': 'application/x-protobuf' });
});

test.each([
  '',
  'nonsense',
  CALLER.toUpperCase(),
  `${CALLER}-more`,
  CALLER.replace(/[1-9a-f](?=[\da-f]*-b7)/g, '0'),
  'x'.repeat(9_000),
])('an invalid traceparent begins a new trace: %.60s', async (parent) => {
  const collector = await collecting();
  await inSpan(server(parent), async () => undefined);
  await stopTracing(5_000);
  expect(collector.spans).toMatchObject([{ name: 'outer', parentSpanId: '' }]);
});

test('a part of work without a span in progress has none', async () => {
  const collector = await collecting();
  await inSpan(client, async () => undefined);
  await stopTracing(5_000);
  expect(collector.spans).toEqual([]);
});

test.each([
  ['parentbased_always_on', CALLER, 1],
  ['parentbased_always_on', UNSAMPLED, 0],
  ['parentbased_always_off', CALLER, 1],
  ['parentbased_always_off', undefined, 0],
  ['parentbased_traceidratio', undefined, 0],
  ['always_on', UNSAMPLED, 1],
  ['always_off', CALLER, 0],
])('%s with the parent %s records %s', async (OTEL_TRACES_SAMPLER, parent, recorded) => {
  const collector = await collecting({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: '0' });
  const sent = await inSpan(server(parent), async () => traceparent());
  await stopTracing(5_000);
  expect(collector.spans).toHaveLength(recorded);
  // The sampling decision reaches the worker too.
  expect(sent).toMatch(recorded ? /-01$/ : /-00$/);
});

test('a span records the class of an error, not its message', async () => {
  const collector = await collecting();
  const work = () => Promise.reject(new TypeError('jane@example.com has no inbox'));
  await expect(inSpan(server(), work)).rejects.toThrow('has no inbox');
  await stopTracing(5_000);
  expect(collector.spans).toMatchObject([{ attributes: { 'error.type': 'TypeError' }, isError: true }]);
  expect(collector.text).not.toContain('jane');
});

test.each([
  ['refuses', (response: ServerResponse) => void response.writeHead(503).end()],
  ['rejects', (response: ServerResponse) => void response.writeHead(400).end()],
  ['never responds', () => undefined],
])('a collector that %s neither delays nor breaks anything', async (_, respond) => {
  await collecting({}, respond);
  const began = performance.now();
  // This creates more spans than the queue holds.
  for (let n = 0; n < 20_000; n++) expect(await inSpan(server(), async () => n)).toBe(n);
  expect(performance.now() - began).toBeLessThan(20_000);
  const stopping = performance.now();
  await stopTracing(300);
  expect(performance.now() - stopping).toBeLessThan(2_000);
});

test('a collector that is down breaks nothing', async () => {
  await startTracing('web', settings(`http://127.0.0.1:${await freePort()}`));
  expect(await inSpan(server(), async () => 1)).toBe(1);
  await stopTracing(300);
});

test('log lines have the IDs of the span in progress', async () => {
  await collecting();
  const lines: string[] = [];
  const log = createLogger({ write: (line) => void lines.push(line) });
  log.warn('Outside');
  await inSpan(server(CALLER), async () => log.warn('Inside'));
  expect(lines[0]).not.toContain('trace_id');
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    span_id: expect.stringMatching(/^[\da-f]{16}$/),
  });
});

test('a request has a span without its path, and only a server of the customer gets the traceparent', async () => {
  const vendor = await startVendor({ status: 404 });
  const { fetch, close } = createOutbound({ allow: ['127.0.0.1'] });
  ended.push(() => vendor.stop(), close);
  const collector = await collecting();
  const request = { method: 'POST', headers: {} } as const;
  const url = `${vendor.origin}/hooks/secret?token=abc`;
  await inSpan(server(CALLER), async () => {
    await fetch(url, request);
    await fetch(url, { ...request, sharesTrace: true });
    await fetch(url, { ...request, headers: { traceparent: UNSAMPLED }, sharesTrace: true });
  });
  await stopTracing(5_000);
  const [, second] = collector.spans;
  expect(second).toMatchObject({
    name: 'POST',
    kind: 3,
    isError: true,
    attributes: {
      'http.request.method': 'POST',
      'http.response.status_code': 404,
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(vendor.origin).port),
      'url.scheme': 'http',
      'error.type': '404',
    },
  });
  expect(collector.text).not.toMatch(/hooks|secret|token/);
  expect(vendor.received.map(({ headers }) => headers.traceparent)).toEqual([
    undefined,
    `00-${second?.traceId}-${second?.spanId}-01`,
    UNSAMPLED,
  ]);
});
