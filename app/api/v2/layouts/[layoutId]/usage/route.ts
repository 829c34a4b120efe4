import { operation, route } from '#lib/api/route.ts';
import { LayoutParams, LayoutUsage } from '#lib/layouts/schema.ts';
import { getLayoutUsage } from '#lib/layouts/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getLayoutUsage',
    tag: 'Layouts',
    summary: 'List the workflows that use an email layout',
    permission: 'workflows:read',
    params: LayoutParams,
    response: LayoutUsage,
    errors: [404],
    handle: async ({ ctx, params }) => getLayoutUsage(ctx, params.layoutId),
  }),
});
