/**
 * Starts the image next to a PostgreSQL and a provider in a network without access to other networks, and measures what
 * a new installation sees: migration, first request, first delivery, stop. Started by `bench/image/run.ts`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SmsProvider, startSmsProvider } from '#bench/delivery/sms-provider.ts';
import { atMost, exactly, type Finding, noted } from '#bench/faults/scenario.ts';
import { runMain } from '#scripts/cli-error.ts';
import { removeCluster, startPostgres } from '#scripts/postgres.ts';
import { root } from '#scripts/sources.ts';
import { type Container, type Image, startContainer } from './container.ts';

const ORIGIN = 'http://127.0.0.1:3000';
const KEY = 'bf_image_first_key';
const PASSWORD = 'three lamps over water';
/** Milliseconds until the provider responds to the message that is in flight during the stop. */
const IN_FLIGHT_MS = 3000;

interface Stage {
  image: Image;
  variables: Record<string, string>;
  provider: SmsProvider;
}

await runMain(async () => {
  const [input = '', output = ''] = process.argv.slice(2);
  const image = JSON.parse(readFileSync(input, 'utf8')) as Image;
  const folder = join(root, '.scratch', 'image', 'data');
  mkdirSync(folder, { recursive: true });
  removeCluster(folder);
  const postgres = await startPostgres(folder);
  const provider = await startSmsProvider();
  try {
    const findings = await prove({ image, provider, variables: variablesOf(postgres.url) });
    writeFileSync(output, JSON.stringify(findings));
  } finally {
    provider.stop();
    await postgres.stop();
    removeCluster(folder);
  }
});

function variablesOf(url: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    AUTH_SECRET: 'image'.repeat(8),
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    ADMIN_PASSWORD: PASSWORD,
    BOOTSTRAP_API_KEY: KEY,
    OUTBOUND_ALLOW: '127.0.0.1',
  };
}

async function prove(stage: Stage): Promise<Finding[]> {
  const { image, variables } = stage;
  const first = await finish(startContainer(image, ['migrate'], variables));
  const again = await finish(startContainer(image, ['migrate'], variables));
  const begun = performance.now();
  const containers = {
    web: startContainer(image, ['web'], variables),
    worker: startContainer(image, ['worker'], variables),
  };
  try {
    await untilReady(containers.web);
    const readyMs = performance.now() - begun;
    return [
      exactly('migrate: exit code', first.code, 0),
      noted('migrate: empty database', first.ms, 'ms'),
      exactly('migrate again: exit code', again.code, 0),
      noted('web: start to ready', readyMs, 'ms'),
      ...(await firstRequests()),
      ...(await firstPage()),
      ...(await firstDelivery(stage)),
      ...(await confinement(image, containers)),
      exactly('health: exit code', await healthOf(image), 0),
      exactly('doctor: exit code', (await finish(startContainer(image, ['doctor'], variables))).code, 0),
      ...(await stopped(stage, containers)),
      exactly('health after the web process stopped: exit code', await healthOf(image), 1),
      exactly('log lines with an error', errorsIn(containers.web) + errorsIn(containers.worker), 0),
    ];
  } catch (error) {
    for (const { output } of Object.values(containers)) console.error(output());
    throw error;
  }
}

async function finish(container: Container): Promise<{ code: number; ms: number }> {
  const begun = performance.now();
  const code = await container.ended;
  if (code !== 0) console.error(container.output());
  return { code, ms: performance.now() - begun };
}

async function untilReady(web: Container): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && web.isRunning(); await sleep(20)) {
    const response = await fetch(`${ORIGIN}/api/health/ready`).catch(() => undefined);
    await response?.text();
    if (response?.ok) return;
  }
  throw new Error('The web process did not become ready within a minute');
}

async function firstRequests(): Promise<Finding[]> {
  const begun = performance.now();
  await call('GET', '/api/v2/subscribers');
  const requestMs = performance.now() - begun;
  const page = await fetch(`${ORIGIN}/sign-in`);
  const html = await page.text();
  const asset = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? '/_next/static/none.js';
  const script = await fetch(`${ORIGIN}${asset}`, { headers: { 'accept-encoding': 'br' } });
  await script.text();
  return [
    noted('first request by API key', requestMs, 'ms'),
    exactly('sign-in page: status', page.status, 200),
    exactly(
      'its first script, compressed: status',
      script.headers.get('content-encoding') === 'br' ? script.status : 0,
      200,
    ),
  ];
}

/** Signs in as the first user and opens a page, which the server renders with its first rows. */
async function firstPage(): Promise<Finding[]> {
  const signIn = await fetch(`${ORIGIN}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: JSON.stringify({ email: 'admin@example.com', password: PASSWORD }),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const begun = performance.now();
  const page = await fetch(`${ORIGIN}/development/activity`, { headers: { cookie }, redirect: 'manual' });
  const html = await page.text();
  return [
    exactly('page Activity after sign-in: status', html.includes('Activity') ? page.status : 0, 200),
    noted('page Activity after sign-in', performance.now() - begun, 'ms'),
  ];
}

async function firstDelivery({ provider }: Stage): Promise<Finding[]> {
  await call('POST', '/api/v1/integrations', {
    name: 'Local',
    identifier: 'local',
    providerId: 'generic-sms',
    channel: 'sms',
    active: true,
    credentials: {
      baseUrl: provider.url,
      apiKeyRequestHeader: 'x-api-key',
      apiKey: 'image-key',
      idPath: 'data.id',
      datePath: 'data.date',
      from: '+15550000000',
    },
  });
  await call('POST', '/api/v2/workflows', {
    name: 'First',
    workflowId: 'first',
    active: true,
    steps: [{ name: 'Text', type: 'sms', controlValues: { body: '{{ payload.text }}' } }],
  });
  const begun = performance.now();
  await trigger('delivered');
  await untilReceived(provider, 1);
  return [noted('first delivery, from the trigger to the provider', performance.now() - begun, 'ms')];
}

function trigger(text: string): Promise<unknown> {
  return call('POST', '/api/v1/events/trigger', {
    name: 'first',
    payload: { text },
    to: { subscriberId: 'jane', phone: '+15555550100' },
  });
}

async function untilReceived(provider: SmsProvider, wanted: number): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(5))
    if ((await provider.tally()).requests >= wanted) return;
  throw new Error(`The provider did not receive message ${wanted} within a minute`);
}

/** Checks the processes from outside, and by an attempt to write as the user of the image. */
async function confinement({ config, files }: Image, running: Record<string, Container>): Promise<Finding[]> {
  const asRoot = Object.values(running).filter(({ pid }) => statusOf(pid(), 'Uid') === '0');
  const writable = Object.values(running).filter(({ pid }) => !rootOptions(pid()).includes('ro'));
  const write = startContainer({ config, files }, ['-c', 'touch /belfry/written'], {}, ['/bin/sh']);
  const unwanted = ['prisma', '@next/swc-linux-x64-gnu', '@next/swc-linux-arm64-gnu', 'typescript', 'vitest', '.bin'];
  return [
    exactly('processes of the user root', asRoot.length, 0),
    exactly('processes with a writable root file system', writable.length, 0),
    exactly('an attempt to write: exit code', await write.ended, 1),
    exactly(
      'build tools, Prisma’s command and development packages',
      unwanted.filter((name) => existsSync(join(files, 'belfry/node_modules', name))).length,
      0,
    ),
  ];
}

function statusOf(pid: number, field: string): string {
  return new RegExp(`^${field}:\\s+(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
}

/** Returns the mount options of a process’s root. */
function rootOptions(pid: number): string[] {
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').split('\n');
  return (
    mounts
      .map((line) => line.split(' '))
      .findLast((fields) => fields[4] === '/')?.[5]
      ?.split(',') ?? []
  );
}

async function healthOf(image: Image): Promise<number> {
  const [, ...test] = image.config.Healthcheck.Test;
  return startContainer(image, [], {}, test).ended;
}

/**
 * Stops both processes while the provider holds a message. The message must be delivered once, and both processes must
 * exit by themselves.
 */
async function stopped({ provider }: Stage, { web, worker }: Record<'web' | 'worker', Container>): Promise<Finding[]> {
  await provider.setLatency(IN_FLIGHT_MS);
  await trigger('in-flight');
  await untilReceived(provider, 2);
  const [webMs, workerMs] = await Promise.all([web.stop(), worker.stop()]);
  const { requests, duplicates } = await provider.tally();
  return [
    atMost('web: SIGTERM to exit', webMs, 10_000, 'ms'),
    atMost('worker: SIGTERM to exit, with a message in flight', workerMs, 10_000, 'ms'),
    exactly('web: exit code', await web.ended, 0),
    exactly('worker: exit code', await worker.ended, 0),
    exactly('messages at the provider', requests - duplicates, 2),
    exactly('duplicates', duplicates, 0),
  ];
}

function errorsIn({ output }: Container): number {
  const lines = output()
    .split('\n')
    .filter((line) => /"level":"?(5|6)0|"level":"(error|fatal)"|EROFS/.test(line));
  for (const line of lines) console.error(line);
  return lines.length;
}

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${ORIGIN}${path}`, {
    method,
    headers: { authorization: `ApiKey ${KEY}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}
