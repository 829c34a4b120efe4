import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Registry, register } from 'prom-client';
import { logger } from '#lib/logger.ts';
import { mayReadMetrics } from '#lib/metrics-token.ts';
import { engineRegistry } from './metrics.ts';

/**
 * Serves the Prometheus metrics of the worker process at `/metrics`, which `METRICS_TOKEN` protects when it is set, and
 * its health check at `/health`, which only shows that the event loop runs.
 */
export function serveMetrics(host: string, port: number): Server {
  collectDefaultMetrics();
  const all = Registry.merge([register, engineRegistry]);
  const server = createServer((request, response) => {
    if (request.url === '/health') response.writeHead(200, { 'content-type': 'text/plain' }).end('ok\n');
    else if (!mayReadMetrics(request.headers.authorization)) response.writeHead(401).end();
    else if (request.url !== '/metrics') response.writeHead(404).end();
    else
      all.metrics().then(
        (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
        (error: unknown) => {
          logger().error({ error }, 'Failed to read the worker metrics');
          response.writeHead(500).end();
        },
      );
  });
  server.on('error', (error) => logger().error({ error }, 'Failed to serve the worker metrics'));
  return server.listen(port, host);
}
