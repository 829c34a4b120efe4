import { AlertRule, AlertRuleList, CreateAlertRuleBody } from '#lib/alerts/schema.ts';
import { createAlertRule, listAlertRules } from '#lib/alerts/service.ts';
import { operation, route } from '#lib/api/route.ts';

const described = { tag: 'Alerts', permission: 'alerts:write', callers: ['session'] } as const;

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    ...described,
    operationId: 'listAlertRules',
    summary: 'List the alert rules of the environment with their open alerts',
    response: AlertRuleList,
    handle: ({ ctx }) => listAlertRules(ctx),
  }),
  POST: operation({
    ...described,
    operationId: 'createAlertRule',
    summary: 'Create a rule that sends an alert while its condition holds',
    body: CreateAlertRuleBody,
    status: 201,
    response: AlertRule,
    errors: [400],
    handle: ({ ctx, body }) => createAlertRule(ctx, body),
  }),
});
