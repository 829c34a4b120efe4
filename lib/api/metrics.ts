import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { pools } from '#lib/postgres/db.ts';
import { droppedRequests } from '#lib/request-log/buffer.ts';

interface Metrics {
  registry: Registry;
  requests: Counter<'operation' | 'status'>;
  durations: Histogram<'operation'>;
}

/** All copies of this module share one registry: the front server and Next load separate copies in one process. */
const shared = globalThis as typeof globalThis & { belfryMetrics?: Metrics };

export function metrics(): Metrics {
  shared.belfryMetrics ??= createMetrics();
  return shared.belfryMetrics;
}

export function countRequest(operation: string, status: number, durationMs: number): void {
  const { requests, durations } = metrics();
  requests.inc({ operation, status });
  durations.observe({ operation }, durationMs / 1000);
}

function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addPoolGauges(registry);
  addDropped(registry);
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: 'belfry_http_requests_total',
      help: 'API requests, by operation and status.',
      labelNames: ['operation', 'status'],
      registers,
    }),
    durations: new Histogram({
      name: 'belfry_http_request_duration_seconds',
      help: 'Duration of an API request, by operation.',
      labelNames: ['operation'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
  };
}

function addPoolGauges(registry: Registry): void {
  const connections = new Gauge({
    name: 'belfry_database_connections',
    help: 'Connections of the database pools by state. The state waiting counts callers without a connection.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, { totalCount, idleCount, waitingCount }] of pools()) {
        connections.set({ pool: name, state: 'busy' }, totalCount - idleCount);
        connections.set({ pool: name, state: 'idle' }, idleCount);
        connections.set({ pool: name, state: 'waiting' }, waitingCount);
      }
    },
  });
}

function addDropped(registry: Registry): void {
  const dropped = new Counter({
    name: 'belfry_request_log_dropped_total',
    help: 'API-key calls missing from the request log, because the buffer was full or the database rejected them.',
    registers: [registry],
    collect() {
      dropped.reset();
      dropped.inc(droppedRequests());
    },
  });
}
