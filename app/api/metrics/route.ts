import { metrics } from '#lib/api/metrics.ts';
import { requireMetricsToken } from '#lib/api/metrics-token.ts';
import { route } from '#lib/api/route.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: {
    operationId: 'getMetrics',
    tag: 'Health',
    summary: 'Metrics of this process in the Prometheus text format',
    permission: 'public',
    hidden: true,
    handle: async ({ request }) => {
      requireMetricsToken(request);
      const { registry } = metrics();
      return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } });
    },
  },
});
