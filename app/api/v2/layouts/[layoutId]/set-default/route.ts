import { operation, route } from '#lib/api/route.ts';
import { Layout, LayoutParams } from '#lib/layouts/schema.ts';
import { setDefaultLayout, taggedLayout } from '#lib/layouts/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'setDefaultLayout',
    tag: 'Layouts',
    summary: 'Set an email layout as the default',
    permission: 'workflows:write',
    params: LayoutParams,
    response: Layout,
    errors: [404],
    handle: async ({ ctx, params }) => taggedLayout(await setDefaultLayout(ctx, params.layoutId)),
  }),
});
