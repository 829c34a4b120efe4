import { operation, route } from '#lib/api/route.ts';
import { updateOwnRule } from '#lib/topics/own.ts';
import { OwnRuleAnswer, OwnRuleBody, OwnRuleParams } from '#lib/topics/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'updateInboxSubscriptionPreference',
    tag: 'Embedded inbox',
    summary: 'Change the preference of a subscription for a workflow',
    permission: 'subscriber',
    params: OwnRuleParams,
    body: OwnRuleBody,
    response: OwnRuleAnswer,
    errors: [404],
    handle: ({ ctx, params, body }) => updateOwnRule(ctx, params, body),
  }),
});
