import { operation, route } from '#lib/api/route.ts';
import { listRecentOutages } from '#lib/outages/recent.ts';
import { RecentOutages } from '#lib/outages/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listRecentOutages',
    tag: 'Integrations',
    summary: 'List the outages of the last 30 days, at most 200: those in progress first, then the newest',
    permission: 'integrations:read',
    response: RecentOutages,
    handle: ({ ctx }) => listRecentOutages(ctx),
  }),
});
