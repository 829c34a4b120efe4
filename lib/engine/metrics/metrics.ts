import { Counter, Histogram, Registry } from 'prom-client';
import type { Records } from '#lib/engine/record/records.ts';

/**
 * Metrics of delivery. No label has a value per customer, so the number of series stays bounded. They have a separate
 * registry, because a web process may load this module twice: once by Node and once bundled.
 */
export const engineRegistry = new Registry();
const registers = [engineRegistry];

const attempts = new Counter({
  name: 'belfry_attempts_total',
  help: 'Attempts of jobs by provider and by what decided them',
  labelNames: ['provider', 'status', 'reason'],
  registers,
});
const stale = new Counter({
  name: 'belfry_stale_writes_total',
  help: 'Attempts not recorded, because another worker had claimed the job in the meantime',
  registers,
});
const recovered = new Counter({
  name: 'belfry_lease_losses_total',
  help: 'Jobs that were requeued because their worker had died',
  registers,
});
/** The name of the histogram that is also kept by hour. */
export const START_DELAY = 'belfry_start_delay_seconds';

const untilStart = new Histogram({
  name: START_DELAY,
  help: 'Time from when a job was due to its first attempt',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers,
});

/** The metrics of `engineRegistry`, whose totals every web process returns. */
export const ENGINE_METRICS = [attempts, stale, recovered, untilStart];

export interface EngineMetrics {
  /** Counts the first claim of a job, `delayMs` milliseconds after the job was due. */
  countStart(delayMs: number): void;
  countAttempt(records: Records, recorded: boolean): void;
  countRecovered(jobs: number): void;
}

export const engineMetrics: EngineMetrics = {
  countStart(delayMs) {
    untilStart.observe(Math.max(0, delayMs) / 1000);
  },
  countAttempt(records, recorded) {
    if (!recorded) return stale.inc();
    const { providerId = 'none', status, reason } = records.job;
    attempts.inc({ provider: providerId, status, reason: reason.code });
  },
  countRecovered(jobs) {
    recovered.inc(jobs);
  },
};
