import { ifMatchOf } from '#lib/api/etag.ts';
import { operation, route } from '#lib/api/route.ts';
import { Layout, LayoutParams, UpdateLayoutBody } from '#lib/layouts/schema.ts';
import { deleteLayout, getLayout, taggedLayout, updateLayout } from '#lib/layouts/service.ts';

const described = { tag: 'Layouts', params: LayoutParams } as const;

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    ...described,
    operationId: 'getLayout',
    summary: 'Retrieve an email layout',
    permission: 'workflows:read',
    response: Layout,
    errors: [404],
    handle: async ({ ctx, params }) => taggedLayout(await getLayout(ctx, params.layoutId)),
  }),
  PUT: operation({
    ...described,
    operationId: 'updateLayout',
    summary: 'Update an email layout',
    permission: 'workflows:write',
    body: UpdateLayoutBody,
    response: Layout,
    errors: [404, 412],
    handle: async ({ ctx, params, body, request }) =>
      taggedLayout(await updateLayout(ctx, params.layoutId, body, ifMatchOf(request))),
  }),
  DELETE: operation({
    ...described,
    operationId: 'deleteLayout',
    summary: 'Delete an email layout',
    permission: 'workflows:write',
    errors: [400, 404, 412],
    handle: async ({ ctx, params, request }) => deleteLayout(ctx, params.layoutId, ifMatchOf(request)),
  }),
});
