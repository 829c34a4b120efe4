import { AlertRuleParams, AlertTestResult } from '#lib/alerts/schema.ts';
import { testAlertRule } from '#lib/alerts/service.ts';
import { operation, route } from '#lib/api/route.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'testAlertRule',
    tag: 'Alerts',
    summary: 'Send a test alert to the recipient of a rule',
    permission: 'alerts:write',
    callers: ['session'],
    params: AlertRuleParams,
    response: AlertTestResult,
    errors: [404],
    handle: ({ ctx, params }) => testAlertRule(ctx, params.alertRuleId),
  }),
});
