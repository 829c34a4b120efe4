import { enterRuns, untilDelivered } from '#bench/delivery/runs.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep } from '#bench/delivery/tenant.ts';
import { atMost, exactly, type Finding, noted, type Scenario, type Stage } from './scenario.ts';

const PER_SECOND = 200;

/** An integration with a rate limit has many due jobs, and two workers that could send them immediately. */
export const rateLimit: Scenario = {
  name: 'rate limit',
  async run({ installation, provider, scale }: Stage): Promise<Finding[]> {
    const { database } = installation;
    const count = Math.round(4_000 * scale);
    const tenant = await createTenant(database);
    await addSmsProvider(tenant, provider.url, { messagesPerSecond: PER_SECOND });
    await addWorkflow(tenant, 'limited', [smsStep('limited {{ payload.n }}')]);
    await enterRuns(database, tenant, { workflow: 'limited', count });
    const workers = await Promise.all([installation.startWorker(false), installation.startWorker(false)]);
    await untilDelivered(database, tenant, 300_000);
    const arrivals = [...(await provider.arrivals()).values()].toSorted((one, other) => one - other);
    const { duplicates } = await provider.tally();
    await Promise.all(workers.map((worker) => worker.stop()));
    const seconds = ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1000;
    return [
      exactly('messages', arrivals.length, count),
      exactly('duplicates at the provider', duplicates, 0),
      noted('rate limit', PER_SECOND, '/s'),
      noted('average rate', (arrivals.length - 1) / seconds, '/s'),
      atMost('most messages within one second', mostWithin(arrivals, 1_000), PER_SECOND * 1.25),
      atMost('time for all messages, against the time at the limit', seconds / (count / PER_SECOND), 1.2, '×'),
    ];
  },
};

/** Returns the highest number of times within `ms`. @param times in ascending order. */
function mostWithin(times: readonly number[], ms: number): number {
  let begin = 0;
  return times.reduce((most, time, at) => {
    while ((times[begin] ?? time) <= time - ms) begin++;
    return Math.max(most, at - begin + 1);
  }, 0);
}
