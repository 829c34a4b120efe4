import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processes } from '#bench/delivery/cpu.ts';
import type { Installation, WebProgram, WorkerProgram } from '#bench/delivery/installation.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep, type Tenant } from '#bench/delivery/tenant.ts';
import { until } from '#bench/until.ts';
import { counted } from '#lib/text/counted.ts';
import { atMost, exactly, type Finding, noted, type Scenario, type Stage } from './scenario.ts';

/** The number of poison jobs in each round. */
const ROUNDS = [1, 3];
const PER_SECOND = 50;

/** Jobs that crash every process that sends them (killed with -9), among other jobs, with two workers. */
export const poison: Scenario = {
  name: 'poison',
  async run({ installation, provider, scale }: Stage): Promise<Finding[]> {
    const { database } = installation;
    const seconds = Math.max(10, 40 * scale);
    const tenant = await createTenant(database);
    await addSmsProvider(tenant, provider.url);
    await addWorkflow(tenant, 'other', [smsStep('other {{ payload.n }}')]);
    await addWorkflow(tenant, 'poison', [smsStep('poison {{ payload.n }}')]);
    const kills = new Set<number>(); // a process may send two poison jobs at once
    const web = await installation.startWeb();
    const workers = await superviseTwo(installation);
    provider.onPoison((port) => {
      // A quarantine process may outlive the worker that started it, and is then not a child of these workers.
      const pid = pidOf(port, workers.pids().flatMap(withChildren)) ?? pidOf(port, processes());
      if (!pid) return;
      kills.add(pid);
      process.kill(pid, 'SIGKILL');
    });
    try {
      const waits = async (poisons: number) => delivered(web, tenant, provider, { seconds, poisons });
      await waits(0);
      const before = await waits(0);
      const findings = [noted('other messages without poison jobs, p99', before.p99Ms, 'ms')];
      let [jobs, missing] = [0, before.missing];
      for (const poisons of ROUNDS) {
        const others = await waits(poisons);
        jobs += poisons;
        missing += others.missing;
        await until('the end of all poison jobs', 120_000, async () => (await failedAs(database, tenant)) === jobs);
        findings.push(
          atMost(
            `other messages with ${counted(poisons, 'poison job')} in ${seconds} s, p99`,
            others.p99Ms,
            2 * before.p99Ms,
            'ms',
          ),
        );
      }
      return [
        noted('poison jobs', jobs),
        exactly('poison jobs that ended with the reason poison', await failedAs(database, tenant), jobs),
        atMost('processes that a poison job killed, on average', kills.size / jobs, 5),
        exactly('other messages that never arrived', missing, 0),
        ...findings,
      ];
    } finally {
      await workers.stop();
      await web.stop();
    }
  },
};

/** Keeps two workers running. Like `npm start`, it restarts a worker that exits. */
async function superviseTwo(installation: Installation): Promise<{ pids(): number[]; stop(): Promise<void> }> {
  let stopping = false;
  const keep = async (): Promise<{ current: WorkerProgram }> => {
    const slot = { current: await installation.startWorker() };
    void (async () => {
      for (;;) {
        await slot.current.exited;
        if (stopping) return;
        await sleep(200);
        slot.current = await installation.startWorker(false);
      }
    })();
    return slot;
  };
  const slots = [await keep(), await keep()];
  return {
    pids: () => slots.map(({ current }) => current.pid),
    async stop() {
      stopping = true;
      await Promise.all(slots.map(({ current }) => current.stop()));
    },
  };
}

interface Waits {
  p99Ms: number;
  missing: number;
}

/**
 * Triggers at an even pace, with the poison spread among other jobs. @returns for the other jobs, the times from the
 * trigger to the arrival at the provider.
 */
async function delivered(
  web: WebProgram,
  tenant: Tenant,
  provider: Stage['provider'],
  { seconds, poisons }: { seconds: number; poisons: number },
): Promise<Waits> {
  const sent = new Map<string, number>();
  const series = Date.now().toString(36);
  const count = Math.round(seconds * PER_SECOND);
  const begun = performance.now();
  const requests: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    await sleep(Math.max(0, begun + (n * 1000) / PER_SECOND - performance.now()));
    const mark = `${series}-${n}`;
    sent.set(`other ${mark}`, performance.timeOrigin + performance.now());
    requests.push(post(web.origin, tenant, 'other', mark));
    if (poisons > 0 && n % Math.ceil(count / poisons) === 10) requests.push(post(web.origin, tenant, 'poison', mark));
  }
  await Promise.all(requests);
  const arrivals = await allOf([...sent.keys()], provider);
  const waits = [...sent].flatMap(([content, at]) => {
    const arrival = arrivals.get(content);
    return arrival === undefined ? [] : [arrival - at];
  });
  waits.sort((a, b) => a - b);
  return { p99Ms: waits[Math.floor((waits.length - 1) * 0.99)] ?? 0, missing: count - waits.length };
}

/** Returns the arrival of each content once all have arrived, or after a minute. */
async function allOf(contents: readonly string[], provider: Stage['provider']): Promise<Map<string, number>> {
  for (const deadline = performance.now() + 60_000; ; await sleep(500)) {
    const arrivals = await provider.arrivals();
    if (performance.now() > deadline || contents.every((content) => arrivals.has(content))) return arrivals;
  }
}

async function post(origin: string, { authorization }: Tenant, name: string, n: string): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/events/trigger`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name, to: 's-1', payload: { n } }),
  });
  if (answer.status !== 201) throw new Error(`The response to a trigger was ${answer.status}: ${await answer.text()}`);
  await answer.text();
}

async function failedAs(database: Installation['database'], { environmentId }: Tenant): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM notification_outcomes WHERE environment_id = $1 AND reason = 'poison'`,
    [environmentId],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Returns the process with this open local TCP port (Linux). Checking all processes of the machine takes 0.2 s, in
 * which this program would trigger nothing.
 */
function pidOf(port: number, among: readonly number[]): number | undefined {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((text) => text.trim().split(/\s+/))
    .find(([, local]) => local?.endsWith(`:${wanted}`));
  const inode = line?.[9];
  return inode === undefined ? undefined : among.find((pid) => hasSocket(pid, inode));
}

/** Returns the process and its children. */
function withChildren(pid: number): number[] {
  try {
    return [pid, ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)];
  } catch {
    return [pid]; // the process has ended
  }
}

function hasSocket(pid: number, inode: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`);
  } catch {
    return false; // the process has ended
  }
}

/** Returns the target of a link. Undefined if the file was closed in the meantime. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
