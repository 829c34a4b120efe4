import { setTimeout as sleep } from 'node:timers/promises';
import { enterRuns, untilDelivered } from '#bench/delivery/runs.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep, type Tenant } from '#bench/delivery/tenant.ts';
import { until } from '#bench/until.ts';
import { freePort } from '#scripts/postgres.ts';
import { atMost, type Finding, noted, type Scenario, type Stage } from './scenario.ts';

/** One environment has 100,000 due jobs; another triggers ten. */
export const busyNeighbour: Scenario = {
  name: 'busy neighbour',
  async run({ installation, provider, scale }: Stage): Promise<Finding[]> {
    const { database } = installation;
    const waiting = Math.round(100_000 * scale);
    const [busy, small] = [await createTenant(database), await createTenant(database)];
    for (const [tenant, tag] of [
      [busy, 'busy'],
      [small, 'small'],
    ] as const) {
      await addSmsProvider(tenant, provider.url);
      await addWorkflow(tenant, tag, [smsStep(`${tag} {{ payload.n }}`)]);
    }
    await enterRuns(database, busy, { workflow: 'busy', count: waiting });
    const [web, worker] = await Promise.all([installation.startWeb(), installation.startWorker(false)]);
    await until('the busy one’s deliveries', 60_000, async () => (await tagOf(provider, 'busy')) > 500);
    const begun = performance.timeOrigin + performance.now();
    await trigger(web.origin, small, 'small', 10);
    await until('the small one’s deliveries', 60_000, async () => (await tagOf(provider, 'small')) >= 10);
    const { lastByTag, byTag } = await provider.tally();
    worker.signal('SIGKILL');
    await Promise.all([web.stop(), worker.exited]);
    await database.query('DELETE FROM work');
    return [
      noted('messages of the busy environment delivered by then', byTag.busy ?? 0),
      atMost(
        `10 deliveries next to ${waiting} that wait`,
        ((lastByTag.small ?? Number.POSITIVE_INFINITY) - begun) / 1000,
        2,
        's',
      ),
    ];
  },
};

async function tagOf(provider: Stage['provider'], tag: string): Promise<number> {
  return (await provider.tally()).byTag[tag] ?? 0;
}

async function trigger(origin: string, tenant: Tenant, name: string, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, n) => ({ name, to: `s-${n + 1}`, payload: { n } }));
  const answer = await fetch(`${origin}/api/v1/events/trigger/bulk`, {
    method: 'POST',
    headers: { authorization: tenant.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  if (answer.status !== 201)
    throw new Error(`The response to the triggers was ${answer.status}: ${await answer.text()}`);
  await answer.text();
}

/**
 * Half of the waiting jobs use a provider whose port is closed. Compares the time of the other half with a run in which
 * both providers work, so that both runs have the same number of jobs.
 */
export const deadProvider: Scenario = {
  name: 'dead provider',
  async run(stage: Stage): Promise<Finding[]> {
    const count = Math.round(10_000 * stage.scale);
    const dead = `http://127.0.0.1:${await freePort()}/sms`;
    const [nextToLiving, nextToDead] = [
      await drained(stage, count, stage.provider.url),
      await drained(stage, count, dead),
    ];
    return [
      noted('deliveries next to a living provider', nextToLiving / 1000, 's'),
      noted('deliveries next to a dead provider', nextToDead / 1000, 's'),
      atMost('slowdown by the dead provider', Math.max(0, (nextToDead / nextToLiving - 1) * 100), 10, '%'),
    ];
  },
};

async function drained({ installation, provider }: Stage, count: number, neighbourUrl: string): Promise<number> {
  const { database } = installation;
  await provider.reset();
  const [healthy, neighbour] = [await createTenant(database), await createTenant(database)];
  await addSmsProvider(healthy, provider.url);
  await addSmsProvider(neighbour, neighbourUrl);
  await addWorkflow(healthy, 'healthy', [smsStep('healthy {{ payload.n }}')]);
  await addWorkflow(neighbour, 'neighbour', [smsStep('neighbour {{ payload.n }}')]);
  await enterRuns(database, neighbour, { workflow: 'neighbour', count });
  await enterRuns(database, healthy, { workflow: 'healthy', count });
  const worker = await installation.startWorker(false);
  await until('the first delivery', 30_000, async () => (await tagOf(provider, 'healthy')) > count * 0.05);
  const begun = performance.now();
  await until('the last delivery', 300_000, async () => (await tagOf(provider, 'healthy')) >= count * 0.95);
  const took = performance.now() - begun;
  await untilDelivered(database, healthy, 60_000);
  worker.signal('SIGKILL');
  await worker.exited;
  await database.query('DELETE FROM work');
  await sleep(100);
  return took;
}
