import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { ENGINE_METRICS, engineRegistry } from './metrics.ts';
import { serveMetrics } from './worker-metrics.ts';

test('the metrics of a worker need the token, and its health check does not', async () => {
  vi.stubEnv('METRICS_TOKEN', 'token-of-sixteen-or-more');
  const server = serveMetrics('127.0.0.1', 0);
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const status = async (authorization?: string) =>
      (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: authorization ? { authorization } : {} })).status;
    expect(await status('Bearer token-of-sixteen-or-more')).toBe(200);
    for (const wrong of [
      undefined,
      'Bearer ',
      'token-of-sixteen-or-more',
      'Bearer token-of-sixteen-or-mor',
      'Bearer x',
    ])
      expect(await status(wrong)).toBe(401);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  } finally {
    server.close();
    vi.unstubAllEnvs();
  }
});

test('all metrics of delivery are in the registry that workers serve', async () => {
  const text = await engineRegistry.metrics();
  for (const metric of ENGINE_METRICS) expect(text).toContain(`# HELP ${(await metric.get()).name} `);
});
