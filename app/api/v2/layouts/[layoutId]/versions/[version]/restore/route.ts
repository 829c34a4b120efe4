import { ifMatchOf } from '#lib/api/etag.ts';
import { operation, route } from '#lib/api/route.ts';
import { Layout, LayoutVersionParams } from '#lib/layouts/schema.ts';
import { taggedLayout } from '#lib/layouts/service.ts';
import { restoreLayoutVersion } from '#lib/layouts/versions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'restoreLayoutVersion',
    tag: 'Layouts',
    summary: 'Restore a version of a layout',
    permission: 'workflows:write',
    params: LayoutVersionParams,
    response: Layout,
    errors: [404, 412],
    handle: async ({ ctx, params, request }) =>
      taggedLayout(await restoreLayoutVersion(ctx, params.layoutId, params.version, ifMatchOf(request))),
  }),
});
