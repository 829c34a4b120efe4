/**
 * Sends the same message through Belfry's provider and through the vendor's own library, both to a local server, and compares
 * the requests field by field: `node bench/vendors/requests.ts`. Exits with 1 if a difference has no recorded reason.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { deliver } from '#lib/providers/deliver.ts';
import type { DeliveryChannel } from '#lib/providers/message.ts';
import { startVendor } from '#testing/vendor-server.ts';
import { COMPARISONS, type Comparison } from './comparisons.ts';
import { credentialsOf } from './credentials.ts';
import { messageFor, PLAIN_MESSAGES } from './messages.ts';
import { comparable, differences, type Requested } from './normalise.ts';

const libraries = join(import.meta.dirname, 'libraries');

function install(): void {
  if (existsSync(join(libraries, 'node_modules', '.package-lock.json'))) return;
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { status, stderr } = spawnSync('npm', args, { cwd: libraries, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The vendors' libraries could not be installed: ${stderr}`);
}

/** Returns the requests of the libraries by comparison name. */
async function throughLibraries(): Promise<Record<string, Requested | { failure: string }>> {
  const entries = COMPARISONS.map(async (one) => {
    const credentials = { ...(await credentialsOf(one.provider)), ...one.credentials };
    return [one.library, { ...PLAIN_MESSAGES, credentials, target: one.target }] as const;
  });
  const input = JSON.stringify(Object.fromEntries(await Promise.all(entries)));
  // The libraries connect to a server in the same process, which has a self-signed certificate.
  const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
  const options = { cwd: libraries, env, input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['send.mjs'], options);
  if (status !== 0) throw new Error(`The libraries could not be run: ${stderr}`);
  return JSON.parse(stdout);
}

/** Returns Belfry's request. The provider may reject the response, but the request has arrived by then. */
async function throughBelfry({ provider, credentials, target }: Comparison): Promise<Requested> {
  const vendor = await startVendor(({ path }) =>
    path === '/token'
      ? { status: 200, body: { access_token: 'token-1', expires_in: 3600 } }
      : { status: 200, body: {} },
  );
  const outbound = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 10_000 });
  const hosts: string[] = [];
  const fetch: typeof outbound.fetch = (url, request) => {
    const { host, pathname, search } = new URL(url);
    if (pathname !== '/token') hosts.push(host);
    return outbound.fetch(`${vendor.origin}${pathname}${search}`, { ...request, http2: false });
  };
  const account = {
    providerId: provider,
    sandbox: false,
    credentials: { ...(await credentialsOf(provider)), ...credentials },
  };
  const channel = findProvider(provider)?.channel as DeliveryChannel;
  const tools = { outbound: { ...outbound, fetch }, now: () => new Date() };
  await deliver(account, messageFor(channel, target), tools).catch(() => undefined);
  await Promise.all([vendor.stop(), outbound.close()]);
  const [received] = vendor.received.filter(({ path }) => path !== '/token');
  if (!received) throw new Error(`Belfry sent nothing through ${provider}`);
  return { ...received, host: hosts[0] ?? '', body: Buffer.from(received.body).toString('base64') };
}

install();
const sent = await throughLibraries();
let unexplained = 0;
let explainedCount = 0;
for (const comparison of COMPARISONS) {
  const { library, provider, explained = {} } = comparison;
  const theirs = sent[library];
  if (!theirs || 'failure' in theirs) {
    unexplained++;
    console.log(`${library}: the library sent nothing: ${theirs?.failure}`);
    continue;
  }
  const found = differences(await comparable(await throughBelfry(comparison)), await comparable(theirs));
  const known = found.filter(({ place }) => reasonOf(place, explained) !== undefined);
  const others = found.filter(({ place }) => reasonOf(place, explained) === undefined);
  explainedCount += known.length;
  unexplained += others.length;
  console.log(`${library} and ${provider}: ${others.length === 0 ? 'equal' : `${others.length} differences`}`);
  for (const place of new Set(known.map((each) => reasonOf(each.place, explained))))
    console.log(`  explained: ${place}`);
  for (const { place, ours, theirs: other } of others) console.log(`  ${place}: Belfry ${ours}, the library ${other}`);
}
console.log(`${COMPARISONS.length} comparisons, ${explainedCount} differences with a reason, ${unexplained} without`);
process.exitCode = unexplained > 0 ? 1 : 0;

function reasonOf(place: string, explained: Record<string, string>): string | undefined {
  return Object.entries(explained).find(([prefix]) => place === prefix || place.startsWith(`${prefix}.`))?.[1];
}
