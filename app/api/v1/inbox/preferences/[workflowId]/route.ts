import { operation, route } from '#lib/api/route.ts';
import { updateOwnWorkflowPreference } from '#lib/preferences/own.ts';
import { OwnPreferenceAnswer, OwnPreferenceParams, OwnWorkflowPreferenceBody } from '#lib/preferences/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'updateInboxWorkflowPreference',
    tag: 'Embedded inbox',
    summary: 'Change the preference of the subscriber for a workflow',
    permission: 'subscriber',
    params: OwnPreferenceParams,
    body: OwnWorkflowPreferenceBody,
    response: OwnPreferenceAnswer,
    errors: [400, 404],
    handle: ({ ctx, params, body }) => updateOwnWorkflowPreference(ctx, params.workflowId, body),
  }),
});
