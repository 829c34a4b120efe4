import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { BrowserContext, Page } from '@playwright/test';
import { serviceUrl } from './fixtures.ts';

/** A reverse proxy in front of Belfry, and a server for pages of another origin, which embed the inbox. */
export interface EmbeddingPage {
  /** The origin at which pages reach Belfry. */
  belfry: string;
  /** The open WebSockets. */
  sockets: ReadonlySet<Duplex>;
  /** Whether the proxy refuses WebSockets. */
  refusesSockets: boolean;
  /** Requests that fail with 503: method and path. */
  failing: RegExp | undefined;
  /** Requests that wait until `release`: method and path. */
  holding: RegExp | undefined;
  release(): void;
  /** The requests so far: method and path. */
  requests: string[];
  /** Closes all WebSockets, as if the web process had ended. */
  dropSockets(): void;
  /** Serves the body of a page. @returns its address. */
  publish(body: string, root?: string): string;
  close(): Promise<void>;
}

/**
 * Forbids everything that `<belfry-inbox>` does not need: inline styles and scripts, other origins, markup from texts.
 */
const policyFor = (belfry: string) =>
  [
    "default-src 'none'",
    `script-src ${belfry}`,
    `connect-src ${belfry} ${belfry.replace('http', 'ws')}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

export async function startEmbeddingPage(): Promise<EmbeddingPage> {
  const sockets = new Set<Duplex>();
  const bodies = new Map<string, string>();
  const held: (() => void)[] = [];
  const state = {
    ...{
      belfry: '',
      refusesSockets: false,
      failing: undefined as RegExp | undefined,
      holding: undefined as RegExp | undefined,
      requests: [] as string[],
      sockets,
    },
    release: () => {
      state.holding = undefined;
      for (const go of held.splice(0)) go();
    },
    dropSockets: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
  const proxy = createServer((incoming, response) => {
    const name = `${incoming.method} ${incoming.url}`;
    state.requests.push(name);
    if (state.failing?.test(name))
      response.writeHead(503, { 'access-control-allow-origin': '*' }).end('{"message":"Busy"}');
    else if (state.holding?.test(name)) held.push(() => forward(incoming, response));
    else forward(incoming, response);
  });
  proxy.on('upgrade', (incoming, socket, head) => {
    state.requests.push(`UPGRADE ${incoming.url?.split('?')[0]}`);
    if (state.refusesSockets) return socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    tunnel(incoming, socket, head);
  });
  state.belfry = await listen(proxy);
  const site = createServer(({ url = '' }, response) => {
    const page = bodies.get(url);
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policyFor(state.belfry) };
    response.writeHead(page === undefined ? 404 : 200, headers).end(page);
  });
  const origin = await listen(site);
  return Object.assign(state, {
    publish(body: string, root = 'lang="en"') {
      const path = `/${bodies.size}`;
      const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>';
      bodies.set(path, `<!doctype html><html ${root}><head>${head}</head><body><main>${body}</main></body></html>`);
      return origin + path;
    },
    close: async () => {
      state.dropSockets();
      await Promise.all([proxy, site].map(end));
    },
  });
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function forward(incoming: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = new URL(serviceUrl);
  const { method, url: path, headers } = incoming;
  const outgoing = httpRequest({ hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}

function tunnel({ url, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { hostname, port } = new URL(serviceUrl);
  const upstream: Socket = connect(Number(port), hostname, () => {
    const lines = rawHeaders.flatMap((text, at) => (at % 2 === 0 ? [`${text}: ${rawHeaders[at + 1]}`] : []));
    upstream.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  for (const end of [upstream, socket])
    end.on('error', () => undefined).on('close', () => (end === upstream ? socket : upstream).destroy());
}

/** Returns the tag with its script. */
export function inboxTag(belfry: string, attributes: Record<string, string>): string {
  const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`);
  return `<belfry-inbox${text.join('')}></belfry-inbox>
<script type="module" src="${belfry}/embed/belfry-inbox.js"></script>`;
}

/**
 * Opens a page in a tab. Errors that the browser reports, and violations of the page’s policy, are added to
 * `complaints`.
 */
export async function openTab(context: BrowserContext, address: string, complaints: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(address);
  return page;
}
