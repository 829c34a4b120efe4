import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from './embedded.ts';

const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
for (const name of ['inbox.js', 'inbox-0123456789ab.js']) writeFileSync(join(folder, name), 'export {};\n');
const serve = openEmbedded(folder);
const server = createServer((request, response) => serve?.(request, response, () => response.writeHead(404).end()));
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test('a file with a hash in its name never changes, and others are revalidated', async () => {
  const [stable, versioned] = await Promise.all(
    ['inbox.js', 'inbox-0123456789ab.js'].map((name) => fetch(`${origin}/${name}`)),
  );
  for (const response of [stable, versioned]) {
    expect(response?.headers.get('access-control-allow-origin')).toBe('*');
    expect(response?.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response?.headers.get('content-type')).toMatch(/^text\/javascript/);
  }
  expect(versioned?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(stable?.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate');
  const again = await fetch(`${origin}/inbox.js`, {
    headers: { 'if-none-match': stable?.headers.get('etag') ?? '' },
  });
  expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, '*']);
});

test('other paths, and a missing folder, have no files', async () => {
  for (const path of ['/', '/other.js', '/%2e%2e/server.ts', '/%00']) {
    const { status, headers } = await fetch(origin + path);
    expect([status, headers.get('cache-control')], path).toEqual([404, null]);
  }
  expect(openEmbedded(join(folder, 'missing'))).toBeUndefined();
});
