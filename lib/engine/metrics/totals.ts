/**
 * Raw statement: adds to many counters together. The database adds up the counts of every worker. So any web process
 * can return the totals of all workers, including ended ones, and the totals never fall.
 */
import { prisma, query, transaction } from '#lib/postgres/db.ts';
import { ENGINE_METRICS, START_DELAY } from './metrics.ts';

interface Sample {
  name: string;
  /** The labels as JSON. */
  labels: string;
  value: number;
}

/** The values that were already added, by name and labels. */
let added = new Map<string, number>();

let adding: Promise<void> = Promise.resolve();

/**
 * Adds the counts of this process since the last call: to the totals, and the delays of started jobs to their hour.
 * Calls run one after the other, because two concurrent calls would add the same counts.
 */
export function addTotals(): Promise<void> {
  adding = adding.then(addGrown, addGrown);
  return adding;
}

async function addGrown(): Promise<void> {
  const samples = await ownSamples();
  // New counters are written even as zero, because a histogram must have all of its buckets.
  const grown = samples
    .filter((sample) => sample.value !== added.get(keyOf(sample)))
    .map((sample) => ({ ...sample, value: sample.value - (added.get(keyOf(sample)) ?? 0) }));
  if (grown.length === 0) return;
  await transaction(async () => {
    await query(
      'worker-totals-add',
      `INSERT INTO worker_totals (name, labels, value) SELECT * FROM unnest($1::text[], $2::text[], $3::float8[])
       ON CONFLICT (name, labels) DO UPDATE SET value = worker_totals.value + excluded.value`,
      [grown.map(({ name }) => name), grown.map(({ labels }) => labels), grown.map(({ value }) => value)],
    );
    await addToHour(grown.filter(({ name, value }) => name === `${START_DELAY}_bucket` && value > 0));
  });
  added = new Map(samples.map((sample) => [keyOf(sample), sample.value]));
}

/**
 * Adds the start delays to the current hour. Samples are added every few seconds, so only the last seconds of an hour
 * can count for the next hour.
 */
async function addToHour(buckets: readonly Sample[]): Promise<void> {
  if (buckets.length === 0) return;
  await query(
    'start-delays-add',
    `INSERT INTO start_delays (hour, at_most_seconds, jobs)
     SELECT date_trunc('hour', now(), 'UTC'), * FROM unnest($1::float8[], $2::float8[])
     ON CONFLICT (hour, at_most_seconds) DO UPDATE SET jobs = start_delays.jobs + excluded.jobs`,
    [buckets.map(bound), buckets.map(({ value }) => value)],
  );
}

/** Returns the figures of all workers in the Prometheus text format. */
export async function totalsText(): Promise<string> {
  const samples = (await prisma().workerTotal.findMany()).sort((one, other) => bound(one) - bound(other));
  const metrics = await Promise.all(ENGINE_METRICS.map((metric) => metric.get()));
  return metrics
    .flatMap(({ name, help, type }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.filter((sample) => sample.name === name || sample.name.startsWith(`${name}_`)).map(lineOf),
    ])
    .join('\n');
}

/** Returns the samples in the same order for all workers, because they lock the same rows. */
async function ownSamples(): Promise<Sample[]> {
  const metrics = await Promise.all(ENGINE_METRICS.map((metric) => metric.get()));
  const samples = metrics.flatMap(({ name, values }) =>
    values.map((each) => ({
      name: 'metricName' in each && typeof each.metricName === 'string' ? each.metricName : name,
      labels: JSON.stringify(Object.fromEntries(Object.entries(each.labels).sort())),
      value: each.value,
    })),
  );
  return samples.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function keyOf({ name, labels }: Sample): string {
  return `${name} ${labels}`;
}

function labelsOf({ labels }: Sample): Record<string, string | number> {
  return JSON.parse(labels);
}

/** Returns the sort key of a sample: the buckets of a histogram are sorted from the lowest to the highest. */
function bound(sample: Sample): number {
  const { le = 0 } = labelsOf(sample);
  return le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
}

function lineOf(sample: Sample): string {
  const labels = Object.entries(labelsOf(sample)).map(([name, value]) => `${name}=${JSON.stringify(String(value))}`);
  return `${sample.name}${labels.length > 0 ? `{${labels.join(',')}}` : ''} ${sample.value}`;
}
