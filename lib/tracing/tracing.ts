/**
 * Spans of requests and deliveries. Until `startTracing` has found a collector, all functions here only run the work: they load no
 * package and compute no attribute.
 */

/**
 * The attributes of a span. No value contains an address, a secret or a part of a payload. Undefined values are left
 * out.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanDescription {
  name: string;
  /**
   * A `server` or `consumer` span continues `parent` or begins a trace. A `client` or `producer` span is part of the span in
   * progress. Without one, there is no such span.
   */
  kind: 'server' | 'consumer' | 'client' | 'producer';
  attributes: Attributes;
  /** A `traceparent` of W3C Trace Context. An invalid one is ignored. */
  parent?: string | null | undefined;
  /** Milliseconds since 1970. Default: now. */
  startedAt?: number;
}

export interface SpanIds {
  trace_id: string;
  span_id: string;
}

export interface Tracing {
  inSpan: <Result>(description: SpanDescription, work: () => Promise<Result>) => Promise<Result>;
  annotate: (attributes: Attributes) => void;
  ids: () => SpanIds | undefined;
  traceparent: () => string | undefined;
  /** Sends the remaining spans. Never throws. */
  stop: (limitMs: number) => Promise<void>;
}

/** The front and Next each load a copy of this module. */
const shared = globalThis as typeof globalThis & { belfryTracing?: Tracing | undefined };

export function setTracing(tracing: Tracing | undefined): void {
  shared.belfryTracing = tracing;
}

export function isTracing(): boolean {
  return shared.belfryTracing !== undefined;
}

/** Runs `work` in a span. The span is marked as failed if `work` throws or sets the attribute `error.type`. */
export function inSpan<Result>(description: () => SpanDescription, work: () => Promise<Result>): Promise<Result> {
  const { belfryTracing } = shared;
  return belfryTracing ? belfryTracing.inSpan(description(), work) : work();
}

/** Adds attributes to the span in progress. */
export function annotate(attributes: () => Attributes): void {
  shared.belfryTracing?.annotate(attributes());
}

/** Returns the IDs of the span in progress for a log line. */
export function spanIds(): SpanIds | undefined {
  return shared.belfryTracing?.ids();
}

/** Returns the `traceparent` of the span in progress, for its children in other processes. */
export function traceparent(): string | undefined {
  return shared.belfryTracing?.traceparent();
}

/** Ends tracing. @param limitMs the time limit in milliseconds for sending the remaining spans. */
export async function stopTracing(limitMs: number): Promise<void> {
  await shared.belfryTracing?.stop(limitMs);
}
