import { operation, route } from '#lib/api/route.ts';
import { LayoutParams, LayoutVersionPage } from '#lib/layouts/schema.ts';
import { listLayoutVersions } from '#lib/layouts/versions.ts';
import { ListVersionsQuery } from '#lib/workflows/version-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listLayoutVersions',
    tag: 'Layouts',
    summary: 'List the versions of a layout',
    permission: 'workflows:read',
    params: LayoutParams,
    query: ListVersionsQuery,
    response: LayoutVersionPage,
    errors: [404],
    handle: ({ ctx, params, query }) => listLayoutVersions(ctx, params.layoutId, query),
  }),
});
