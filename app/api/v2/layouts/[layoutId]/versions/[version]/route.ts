import { operation, route } from '#lib/api/route.ts';
import { LayoutVersionDetail, LayoutVersionParams } from '#lib/layouts/schema.ts';
import { getLayoutVersion } from '#lib/layouts/versions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getLayoutVersion',
    tag: 'Layouts',
    summary: 'Retrieve a version of a layout',
    permission: 'workflows:read',
    params: LayoutVersionParams,
    response: LayoutVersionDetail,
    errors: [404],
    handle: ({ ctx, params }) => getLayoutVersion(ctx, params.layoutId, params.version),
  }),
});
