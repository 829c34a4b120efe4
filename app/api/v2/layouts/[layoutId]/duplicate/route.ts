import { operation, route } from '#lib/api/route.ts';
import { DuplicateLayoutBody, Layout, LayoutParams } from '#lib/layouts/schema.ts';
import { duplicateLayout, taggedLayout } from '#lib/layouts/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'duplicateLayout',
    tag: 'Layouts',
    summary: 'Duplicate an email layout',
    permission: 'workflows:write',
    params: LayoutParams,
    body: DuplicateLayoutBody,
    status: 201,
    response: Layout,
    errors: [404],
    handle: async ({ ctx, params, body }) => taggedLayout(await duplicateLayout(ctx, params.layoutId, body)),
  }),
});
