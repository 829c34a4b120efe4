/**
 * Metrics of all deliveries for Prometheus. Every web process returns the same values, and no label has a value per
 * customer.
 */
import { Gauge, Registry } from 'prom-client';
import { countDue } from '#lib/engine/queue/everywhere.ts';
import { LANES } from '#lib/engine/queue/work.ts';
import { readLastMaintenance } from '#lib/engine/upkeep/last-maintenance.ts';
import { logger } from '#lib/logger.ts';
import { prisma } from '#lib/postgres/db.ts';
import { getWorkers } from '#lib/workers/service.ts';
import { totalsText } from './totals.ts';

const registry = new Registry();

const ready = new Gauge({
  name: 'belfry_work_ready',
  help: 'Due jobs without a worker, by lane; counted up to 10,000 for each environment.',
  labelNames: ['lane'],
  registers: [registry],
});
const oldest = new Gauge({
  name: 'belfry_work_oldest_seconds',
  help: 'Time since the oldest job without a worker became due, by lane.',
  labelNames: ['lane'],
  registers: [registry],
});
const breakers = new Gauge({
  name: 'belfry_circuit_breakers_open',
  help: 'Active integrations whose provider cannot be reached.',
  registers: [registry],
});
const hosts = new Gauge({
  name: 'belfry_host_breakers_open',
  help: 'Hosts that HTTP steps called within the last hour and cannot reach.',
  registers: [registry],
});

const workers = new Gauge({
  name: 'belfry_workers_alive',
  help: 'Worker processes that reported in the last 15 seconds.',
  registers: [registry],
});
const maintained = new Gauge({
  name: 'belfry_maintenance_last_success_timestamp_seconds',
  help: 'Unix time at which the last successful maintenance ended; 0 before the first one.',
  registers: [registry],
});

/**
 * Returns the metrics as text. Empty while the database cannot be reached, so that the metrics of the process are still
 * returned.
 */
export async function deliveryMetrics(): Promise<string> {
  try {
    await Promise.all([measureQueue(), measureBreakers(), measureWorkers()]);
    return [await registry.metrics(), await totalsText(), ''].join('\n');
  } catch (error) {
    logger().warn({ error }, 'Failed to read the delivery metrics');
    return '';
  }
}

async function measureQueue(): Promise<void> {
  const now = new Date();
  const lanes = new Map((await countDue(now)).map((due) => [due.lane, due]));
  for (const [lane, number] of Object.entries(LANES)) {
    const due = lanes.get(number);
    ready.set({ lane }, due?.count ?? 0);
    oldest.set({ lane }, due ? (now.getTime() - due.oldest.getTime()) / 1000 : 0);
  }
}

async function measureBreakers(): Promise<void> {
  breakers.set(await prisma().circuitBreaker.count({ where: { integration: { active: true, deletedAt: null } } }));
  hosts.set(await prisma().hostBreaker.count({ where: { probeAt: { gt: new Date(Date.now() - 3_600_000) } } }));
}

async function measureWorkers(): Promise<void> {
  const [{ running }, { success }] = await Promise.all([getWorkers(), readLastMaintenance()]);
  workers.set(running);
  maintained.set(success ? Date.parse(success.finishedAt) / 1000 : 0);
}
