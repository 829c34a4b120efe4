/**
 * Tracing by the packages of OpenTelemetry. Nothing is registered globally, because Next would then create spans with the queries
 * of its pages, which may contain tokens.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { ownVersion } from '#lib/version.ts';
import type { Attributes, SpanDescription, Tracing } from './tracing.ts';

interface TracingSettings {
  /** The address that accepts OTLP over HTTP. */
  url: string;
  serviceName: string;
  settings: Env;
}

/** Maximum spans that wait for the collector. Further spans are dropped, so that a slow collector costs no memory and no time. */
const MAX_WAITING = 8_192;
const BATCH = 512;
/** Milliseconds for which a span waits, so that it is sent together with others. */
const GATHER_MS = 1_000;
/** Milliseconds between two log lines about a collector that does not accept spans. */
const SILENCE_MS = 60_000;

/** Returns the tracing of a process that sends its spans to a collector. */
export function openTelemetry({ url, serviceName, settings }: TracingSettings): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.version': ownVersion(),
      'service.instance.id': randomUUID(),
      ...settings.OTEL_RESOURCE_ATTRIBUTES,
      'service.name': serviceName,
    }),
    sampler: samplerOf(settings),
    spanProcessors: [batches(url, settings)],
  });
  const tracer = provider.getTracer('belfry', ownVersion());
  const current = new AsyncLocalStorage<Span>();
  logFailures(current);
  return {
    inSpan: async ({ name, kind, attributes, parent, startedAt }, work) => {
      const context = contextOf(kind, parent, current.getStore());
      if (!context) return work();
      const options = { kind: KINDS[kind], attributes: { ...attributes }, ...(startedAt && { startTime: startedAt }) };
      const span = tracer.startSpan(name, options, context);
      return current.run(span, () => ended(span, work));
    },
    annotate: (attributes) => annotate(current.getStore(), attributes),
    ids: () => {
      const found = current.getStore()?.spanContext();
      return found && { trace_id: found.traceId, span_id: found.spanId };
    },
    traceparent: () => {
      const found = current.getStore()?.spanContext();
      return found && `00-${found.traceId}-${found.spanId}-0${found.traceFlags & TraceFlags.SAMPLED}`;
    },
    stop: async (limitMs) => {
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(limitMs, undefined, { ref: false })]);
    },
  };
}

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
} as const;

/** Returns the context of a new span. Undefined if no span is created. */
function contextOf(
  kind: SpanDescription['kind'],
  parent: SpanDescription['parent'],
  inProgress: Span | undefined,
): Context | undefined {
  if (kind === 'client' || kind === 'producer') return inProgress && trace.setSpan(ROOT_CONTEXT, inProgress);
  const found = parent ? parseTraceParent(parent) : null;
  if (!found || !isSpanContextValid(found)) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { ...found, isRemote: true });
}

/** The message of an error may contain an address or a part of a payload, so only its class is recorded. */
async function ended<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    annotate(span, { 'error.type': error instanceof Error ? error.name : typeof error });
    throw error;
  } finally {
    span.end();
  }
}

function annotate(span: Span | undefined, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span?.setAttribute(name, value);
  if (attributes['error.type'] !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR });
}

function batches(url: string, { OTEL_EXPORTER_OTLP_HEADERS, OTEL_EXPORTER_OTLP_TIMEOUT }: Env): BatchSpanProcessor {
  const exporter = new OTLPTraceExporter({
    url,
    headers: OTEL_EXPORTER_OTLP_HEADERS ?? {},
    timeoutMillis: OTEL_EXPORTER_OTLP_TIMEOUT,
  });
  return new BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_WAITING,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: GATHER_MS,
    // The exporter's own time limit, which includes its retries, ends first.
    exportTimeoutMillis: OTEL_EXPORTER_OTLP_TIMEOUT + GATHER_MS,
  });
}

function samplerOf({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: Env): Sampler {
  const name = OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG);
  return name === OTEL_TRACES_SAMPLER ? root : new ParentBasedSampler({ root });
}

/** Logs from time to time that the collector does not accept spans. The only effect is that these spans are lost. */
function logFailures(current: AsyncLocalStorage<Span>): void {
  let silentUntil = 0;
  setGlobalErrorHandler((error) => {
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + SILENCE_MS;
    current.exit(() => logger().warn({ error }, 'Failed to send spans to the OpenTelemetry collector'));
  });
}
