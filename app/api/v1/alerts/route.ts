import { AlertPage, ListAlertsQuery } from '#lib/alerts/schema.ts';
import { listAlerts } from '#lib/alerts/service.ts';
import { operation, route } from '#lib/api/route.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listAlerts',
    tag: 'Alerts',
    summary: 'List the alerts of the environment, newest first',
    permission: 'alerts:write',
    callers: ['session'],
    query: ListAlertsQuery,
    response: AlertPage,
    handle: ({ ctx, query }) => listAlerts(ctx, query),
  }),
});
