import { operation, route } from '#lib/api/route.ts';
import { Organization, UpdateOrganizationBody } from '#lib/organizations/schema.ts';
import { updateOrganization } from '#lib/organizations/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'updateOrganization',
    tag: 'Members',
    summary: 'Rename the organization, or require two-step sign-in or a sign-in provider',
    permission: 'organizations:write',
    callers: ['session'],
    body: UpdateOrganizationBody,
    response: Organization,
    errors: [404, 409],
    handle: ({ ctx, body }) => updateOrganization(ctx, body),
  }),
});
