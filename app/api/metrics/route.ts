import { metrics } from '#lib/api/metrics.ts';
import { requireMetricsToken } from '#lib/api/metrics-token.ts';
import { operation, route } from '#lib/api/route.ts';
import { deliveryMetrics } from '#lib/engine/metrics/delivery-metrics.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getMetrics',
    tag: 'Health',
    summary: 'Metrics of this process, and of delivery as a whole, in the Prometheus text format',
    permission: 'public',
    hidden: true,
    handle: async ({ request }) => {
      requireMetricsToken(request);
      const { registry } = metrics();
      const texts = await Promise.all([registry.metrics(), deliveryMetrics()]);
      return new Response(texts.join('\n'), { headers: { 'content-type': registry.contentType } });
    },
  }),
});
