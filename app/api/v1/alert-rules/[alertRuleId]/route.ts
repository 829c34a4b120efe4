import { AlertRule, AlertRuleParams, UpdateAlertRuleBody } from '#lib/alerts/schema.ts';
import { deleteAlertRule, updateAlertRule } from '#lib/alerts/service.ts';
import { operation, route } from '#lib/api/route.ts';

const described = {
  tag: 'Alerts',
  params: AlertRuleParams,
  permission: 'alerts:write',
  callers: ['session'],
  errors: [404],
} as const;

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    ...described,
    operationId: 'updateAlertRule',
    summary: 'Change, pause or resume an alert rule',
    body: UpdateAlertRuleBody,
    response: AlertRule,
    handle: ({ ctx, params, body }) => updateAlertRule(ctx, params.alertRuleId, body),
  }),
  DELETE: operation({
    ...described,
    operationId: 'deleteAlertRule',
    summary: 'Delete an alert rule; its alerts stay in the history',
    handle: ({ ctx, params }) => deleteAlertRule(ctx, params.alertRuleId),
  }),
});
