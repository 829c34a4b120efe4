import type { LookupAddress } from 'node:dns';
import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BlockedError, createOutbound, type OutboundOptions } from './outbound.ts';

/** Two addresses of this machine: the first is allowed, the second must never be reached. */
const GOOD = '127.0.0.1';
const BAD = process.platform === 'linux' ? '127.0.0.2' : '::1';

let canary: Server;
let good: Server;
let port: number;
let reached = 0;

const listen = (server: Server, on: number, host: string) =>
  new Promise<void>((resolve) => server.listen(on, host, resolve));

beforeAll(async () => {
  canary = createHttpServer((_, response) => response.end('secret'));
  canary.on('connection', () => {
    reached++;
  });
  await listen(canary, 0, BAD);
  port = (canary.address() as AddressInfo).port;
  good = createHttpServer((request, response) => {
    const status = Number(/^\/redirect\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200);
    const bad = `http://${isIP(BAD) === 6 ? `[${BAD}]` : BAD}:${port}/`;
    const elsewhere = { location: bad, refresh: `0; url=${bad}`, 'alt-svc': `http/1.1="${BAD}:${port}"` };
    response.writeHead(status, { ...elsewhere, connection: 'close' }).end('good');
  });
  await listen(good, port, GOOD);
});

afterAll(() => {
  canary.close();
  good.close();
});

beforeEach(() => {
  reached = 0;
});

async function using<T>(options: OutboundOptions, action: (made: ReturnType<typeof createOutbound>) => Promise<T>) {
  const made = createOutbound({ timeoutMs: 20_000, ...options });
  try {
    return await action(made);
  } finally {
    await made.close();
  }
}

const get = { method: 'GET', headers: {} } as const;
const lookupOf = (addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: isIP(address) }));

/** Addresses that are not public, including the first and the last of each range. */
const ADDRESSES = `
  0.0.0.0 0.0.0.1 0.255.255.255
  10.0.0.0 10.0.0.1 10.255.255.255
  100.64.0.0 100.64.0.1 100.100.100.200 100.127.255.255
  127.0.0.0 127.0.0.1 127.0.0.2 127.1.2.3 127.255.255.255
  168.63.129.16
  169.254.0.0 169.254.169.253 169.254.169.254 169.254.170.2 169.254.255.255
  172.16.0.0 172.17.0.1 172.31.255.255
  192.0.0.0 192.0.0.8 192.0.0.170 192.0.0.192 192.0.2.1 192.88.99.1
  192.168.0.0 192.168.0.1 192.168.1.1 192.168.255.255
  198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.7
  224.0.0.0 224.0.0.1 239.255.255.255 240.0.0.0 240.0.0.1 255.255.255.254 255.255.255.255
  :: ::1 ::2 ::7f00:1 ::127.0.0.1
  ::ffff:0:0 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1
  64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::808:808 64:ff9b:1::7f00:1
  100::1 100:0:0:1::1
  2001::1 2001:0:7f00:1:: 2001:2::1 2001:10::1 2001:20::1 2001:db8::1
  2002:7f00:1:: 2002:a00:1:: 2002:808:808::1
  3fff::1 5f00::1 4000::1
  fc00::1 fd00::1 fd00:ec2::254 fd20:ce::254 fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
  fe80::1 fe80::5efe:127.0.0.1 febf::1 fec0::1 ff00::1 ff02::1 ff05::1:3
`.match(/\S+/g) as string[];

/** Notations of this machine's address, and attempts to hide that address behind another host. */
const NOTATIONS = `
  127.1 127.0.1 2130706433 2130706434 0x7f000001 0x7f.0.0.1 0x7f.1 017700000001 0177.0.0.1 0177.0.0.01
  127.0.0.1. 127.0.0.2. %31%32%37.0.0.1 127%2e0%2e0%2e1 127。0。0。1 127．0．0．1 ①②⑦.⓪.⓪.① １２７.0.0.1
  0 0x0 00000000000 0.0 [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [0000::0001]
`.match(/\S+/g) as string[];

const HIDING = [
  (at: string) => `http://public.example@${at}/`,
  (at: string) => `http://public.example:80@${at}/`,
  (at: string) => `http://public.example%00@${at}/`,
  (at: string) => `http://${at}\\@public.example/`,
  (at: string) => `http://${at}#@public.example/`,
  (at: string) => `http:\\\\${at}\\`,
  (at: string) => `http:${at}`,
  (at: string) => `HTTP://${at}/`,
  (at: string) => ` http://${at}/ `,
  (at: string) => `ht\ntp://${at}/`,
  (at: string) => `https://${at}/`,
  (at: string) => `ftp://${at}/`,
  (at: string) => `file://${at}/etc/passwd`,
  (at: string) => `gopher://${at}/_GET`,
  (at: string) => `ws://${at}/`,
  (at: string) => `//${at}/`,
  (at: string) => `javascript:fetch("http://${at}")`,
];

test('the corpus has the required size', () => {
  const corpus = new Set([...ADDRESSES, ...NOTATIONS, ...HIDING.map((hide) => hide(GOOD))]);
  expect(ADDRESSES.length).toBeGreaterThan(80);
  expect(corpus.size).toBeGreaterThan(120);
});

test.each(ADDRESSES)('%s is blocked in a URL and as the address of a name', async (address) => {
  const host = isIP(address) === 6 ? `[${address}]` : address;
  const resolve: OutboundOptions['resolve'] = (_host, _options, callback) => callback(null, lookupOf([address]));
  await using({ resolve }, async ({ fetch, connect }) => {
    await expect(fetch(`http://${host}:${port}/`, get)).rejects.toThrow(BlockedError);
    await expect(fetch(`http://name.example:${port}/`, get)).rejects.toThrow(BlockedError);
    await expect(connect(address, port)).rejects.toThrow(BlockedError);
    await expect(connect('name.example', port)).rejects.toThrow(BlockedError);
  });
  expect(reached).toBe(0);
});

test.each(NOTATIONS)('%s is recognised', async (notation) => {
  await using({}, async ({ fetch, connect }) => {
    await expect(fetch(`http://${notation}:${port}/`, get)).rejects.toThrow(BlockedError);
    await expect(connect(notation, port)).rejects.toThrow();
  });
  expect(reached).toBe(0);
});

test.each(HIDING.map((hide) => [hide(`${GOOD}:0`), hide] as const))('%j is rejected', async (_, hide) => {
  const host = isIP(BAD) === 6 ? `[${BAD}]` : BAD;
  await using({}, async ({ fetch }) => {
    await expect(fetch(hide(`${host}:${port}`), get)).rejects.toThrow(/not a public address|address/);
  });
  expect(reached).toBe(0);
});

test('names of this machine are blocked by their addresses', async () => {
  await using({}, async ({ fetch, connect }) => {
    await expect(fetch(`http://localhost:${port}/`, get)).rejects.toThrow(BlockedError);
    await expect(fetch(`http://LOCALHOST.:${port}/`, get)).rejects.toThrow();
    await expect(connect('localhost', port)).rejects.toThrow(BlockedError);
  });
  expect(reached).toBe(0);
});

test('a name with a different address at every query reaches only the checked one', async () => {
  for (const first of [0, 1]) {
    let queries = first;
    const resolve: OutboundOptions['resolve'] = (_host, _options, callback) =>
      callback(null, lookupOf([queries++ % 2 === 0 ? GOOD : BAD]));
    await using({ allow: [GOOD], resolve }, async ({ fetch, connect }) => {
      for (let n = 0; n < 10; n++) {
        const before = queries;
        const answer = fetch(`http://rebind.example:${port}/`, get);
        if (before % 2 === 0) expect((await answer).body).toBe('good');
        else await expect(answer).rejects.toThrow(BlockedError);
        expect(queries, 'one query for each connection').toBe(before + 1);
      }
      for (let n = 0; n < 10; n++) {
        const before = queries;
        const socket = connect('rebind.example', port);
        if (before % 2 === 0) (await socket).destroy();
        else await expect(socket).rejects.toThrow(BlockedError);
        expect(queries).toBe(before + 1);
      }
    });
  }
  expect(reached).toBe(0);
});

test('only allowed addresses of a name are tried', async () => {
  const resolve: OutboundOptions['resolve'] = (_host, _options, callback) =>
    callback(null, lookupOf([BAD, '10.0.0.1', GOOD, '::1']));
  await using({ allow: [GOOD], resolve }, async ({ fetch, connect }) => {
    expect((await fetch(`http://many.example:${port}/`, get)).body).toBe('good');
    const socket: Socket = await connect('many.example', port);
    expect(socket.remoteAddress).toBe(GOOD);
    socket.destroy();
  });
  expect(reached).toBe(0);
});

test.each([301, 302, 303, 307, 308])('a redirect (%i) is a response and not followed', async (status) => {
  await using({ allow: [GOOD] }, async ({ fetch }) => {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await fetch(`http://${GOOD}:${port}/redirect/${status}`, { method, headers: {} });
      expect(answer.status).toBe(status);
      expect(answer.headers.location).toContain(BAD);
    }
  });
  expect(reached).toBe(0);
});

test.each([
  ['an address', [BAD], BAD],
  ['a range', [isIP(BAD) === 4 ? '127.0.0.0/8' : '::/64'], BAD],
  ['a name', ['Canary.example'], 'canary.example.'],
])('%s is reached if it is allowed', async (_, allow, host) => {
  const resolve: OutboundOptions['resolve'] = (_host, _options, callback) => callback(null, lookupOf([BAD]));
  const named = isIP(host) === 6 ? `[${host}]` : host;
  await using({ allow, resolve }, async ({ fetch, connect }) => {
    expect((await fetch(`http://${named}:${port}/`, get)).body).toBe('secret');
    (await connect(host, port)).destroy();
  });
  expect(reached).toBe(2);
});

test('an exception for one name does not apply to another', async () => {
  const resolve: OutboundOptions['resolve'] = (_host, _options, callback) => callback(null, lookupOf([BAD]));
  await using({ allow: ['canary.example'], resolve }, async ({ fetch }) => {
    for (const host of ['other.example', 'x.canary.example', 'canary.example.evil.example']) {
      await expect(fetch(`http://${host}:${port}/`, get)).rejects.toThrow(BlockedError);
    }
  });
  expect(reached).toBe(0);
});

/** Public addresses are allowed. This test connects to none of them. */
test.each(['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0', '2606:4700::1111'])(
  '%s is public',
  async (address) => {
    const { outboundGuard } = await import('./guard.ts');
    expect(() => outboundGuard([]).assertLiteral(address)).not.toThrow();
  },
);
