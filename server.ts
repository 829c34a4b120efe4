import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import sirv from 'sirv';
import { watchAlerts } from '#lib/alerts/watch.ts';
import { createApiListener } from '#lib/api/listener.ts';
import { trustClientAddressHeader } from '#lib/auth/client-address.ts';
import { env } from '#lib/env.ts';
import { compressAnswer } from '#lib/front/compression.ts';
import { drainBody } from '#lib/front/drain-body.ts';
import { EMBED, openEmbedded } from '#lib/front/embedded.ts';
import { cleanHeaders, setHeader, targetProblem } from '#lib/front/front.ts';
import { FOREIGN_TEXT, foreignOnPageHost } from '#lib/front/page-host.ts';
import { rejectMalformed } from '#lib/front/reject-malformed.ts';
import { contentSecurityPolicy, newNonce, securityHeaders } from '#lib/front/security-headers.ts';
import { upgradeListener, wantsWebSocket } from '#lib/front/upgrades.ts';
import { sendHeartbeats } from '#lib/heartbeat.ts';
import { listenForInboxFollowers } from '#lib/inbox-sockets/announce.ts';
import { dialectOf, InboxUpgrades, requireUpgrade } from '#lib/inbox-sockets/upgrade.ts';
import { listenForFollowers } from '#lib/live/announce.ts';
import { endRunStreams } from '#lib/live/run-stream.ts';
import { logger } from '#lib/logger.ts';
import { disconnect, limitLockWaits, prisma } from '#lib/postgres/db.ts';
import { checkOnceReachable } from '#lib/postgres/direct-connection.ts';
import { reportLocale } from '#lib/postgres/locale.ts';
import { flushAll } from '#lib/postgres/write-behind.ts';
import { stopOnSignal } from '#lib/process-end.ts';
import { startTracing } from '#lib/tracing/start.ts';
import { stopTracing } from '#lib/tracing/tracing.ts';

type UpgradeArguments = [request: IncomingMessage, socket: Duplex, head: Buffer];

/**
 * The web process: one node:http front that serves all of /api with the handlers of the route files, and Next behind it
 * for the pages. In development Next serves the routes too, so that both reload. With `--api-only` there are no pages,
 * and no build is needed.
 */
const { HOST, PORT, NODE_ENV, PUBLIC_URL, PAGE_URLS, TRUST_PROXY } = env();
const isForeign = foreignOnPageHost(PAGE_URLS);
const dev = NODE_ENV === 'development';
const ASSETS = '/_next/static';
/** Milliseconds without data before a connection is closed, because its reader has stopped. Event streams send data more often. */
const SILENCE_MS = 120_000;
/** Maximum milliseconds for the last spans when the process ends. */
const FLUSH_MS = 1_000;
const headers = {
  ...securityHeaders,
  ...(PUBLIC_URL?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
};

trustClientAddressHeader();
limitLockWaits();
sendHeartbeats();
await startTracing('web');
await checkOnceReachable(fail);
// Next would otherwise handle the upgrades of this server. In development it opens its own sockets.
const upgradesOfNext = createServer();
// Prisma's first statement occupies the process for a quarter of a second, because it starts the query compiler.
prisma().setting.findFirst().catch(ignore);
const app = process.argv.includes('--api-only') ? undefined : await startPages();
const pages = app?.getRequestHandler() ?? noPages;
const ownApi = dev && app ? undefined : await createApiListener();
const assets = dev || !app ? undefined : openAssets();
const embedded = dev ? undefined : openEmbedded(join(import.meta.dirname, 'public', 'embed'));

const inboxUpgrades = new InboxUpgrades();

const options = { keepAliveTimeout: 72_000, requestTimeout: 60_000, shouldUpgradeCallback: wantsWebSocket };
const server = createServer(options, (request, response) => {
  const problem = targetProblem(request);
  if (problem) return reject(response, 400, problem);
  cleanHeaders(request, TRUST_PROXY, dev);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (isForeign(request)) return reject(response, 404, FOREIGN_TEXT);
  const answered = answer(request.url ?? '')(request, response);
  answered.catch((error) => breakOff(response, error));
});
server.on(
  'upgrade',
  upgradeListener((request) => cleanHeaders(request, TRUST_PROXY, dev), isForeign, upgradeOf),
);
server.setTimeout(SILENCE_MS);
server.on('clientError', rejectMalformed);
server.on('error', (error) => fail(`The web process cannot listen on ${HOST}:${PORT}: ${error.message}`));
server.listen(PORT, HOST, () => logger().info({ host: HOST, port: PORT }, 'Web process listening'));
listenForFollowers();
listenForInboxFollowers();
watchAlerts();
reportLocale().catch((error) => logger().warn({ error }, 'Failed to read the LC_CTYPE of the database'));

stopOnSignal(async () => {
  const closed = new Promise((resolve) => server.close(resolve));
  endRunStreams();
  const socketsEnded = inboxUpgrades.end();
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), 3500).unref();
  await Promise.all([closed, socketsEnded]);
  await flushAll();
  await Promise.all([app?.close(), disconnect(), stopTracing(FLUSH_MS)]);
});

async function startPages() {
  const { default: next } = await import('next');
  const app = next({ dev, dir: import.meta.dirname, hostname: HOST, port: PORT, httpServer: upgradesOfNext });
  await app.prepare();
  return app;
}

async function noPages(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('This process answers /api only.\n');
}

/** Serves the files that the build has compressed. Their names contain their hashes, so they never change. */
function openAssets() {
  const folder = join(import.meta.dirname, '.next', 'static');
  return sirv(folder, { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 });
}

/** Handles an API request. In development Next serves the API. */
function api(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!ownApi) return pages(request, response);
  drainBody(request, response);
  compressAnswer(request, response);
  return ownApi(request, response);
}

async function asset(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '';
  request.url = url.slice(ASSETS.length);
  assets?.(request, response, () => {
    request.url = url;
    page(request, response).catch((error) => breakOff(response, error));
  });
}

/** Serves the files for pages of other origins. In development Next serves them. */
async function embed(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '';
  request.url = url.slice(EMBED.length);
  embedded?.(request, response, () => {
    request.url = url;
    page(request, response).catch((error) => breakOff(response, error));
  });
}

function page(request: IncomingMessage, response: ServerResponse): Promise<void> {
  compressAnswer(request, response);
  const policy = contentSecurityPolicy(newNonce(), dev);
  setHeader(request, 'content-security-policy', policy);
  response.setHeader('content-security-policy', policy);
  return pages(request, response);
}

/** Serves the recipient's page with its API route. The path is short, because messages contain links to it. */
function recipientPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.url = `/api${request.url}`;
  return api(request, response);
}

async function noUpgrade(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  requireUpgrade(response);
}

function upgradeOf(url: string) {
  const dialect = dialectOf(url);
  if (dialect)
    return (...[request, socket, head]: UpgradeArguments) => inboxUpgrades.upgrade(request, socket, head, dialect);
  if (!dev || !app) return undefined;
  return (...upgrade: UpgradeArguments) => void upgradesOfNext.emit('upgrade', ...upgrade);
}

function answer(url: string): typeof api {
  if (dialectOf(url)) return noUpgrade;
  if (isApi(url)) return api;
  if (url.startsWith('/r/')) return recipientPage;
  if (embedded && url.startsWith(`${EMBED}/`)) return embed;
  return assets && url.startsWith(`${ASSETS}/`) ? asset : page;
}

function isApi(url: string): boolean {
  return url.startsWith('/api/') || url === '/api' || url.startsWith('/api?');
}

function reject(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(text);
}

/** Responds with an error to a failed request, so that the process continues. Nothing below should fail without a response. */
function breakOff(response: ServerResponse, error: unknown): void {
  logger().error({ error }, 'Request failed');
  if (!response.headersSent) response.writeHead(500);
  response.end();
}

function ignore(): void {}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
