import { operation, route } from '#lib/api/route.ts';
import { CreateLayoutBody, Layout, LayoutPage, ListLayoutsQuery } from '#lib/layouts/schema.ts';
import { createLayout, listLayouts, taggedLayout } from '#lib/layouts/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listLayouts',
    tag: 'Layouts',
    summary: 'List email layouts',
    permission: 'workflows:read',
    query: ListLayoutsQuery,
    response: LayoutPage,
    handle: async ({ ctx, query }) => listLayouts(ctx, query),
  }),
  POST: operation({
    operationId: 'createLayout',
    tag: 'Layouts',
    summary: 'Create an email layout',
    permission: 'workflows:write',
    body: CreateLayoutBody,
    status: 201,
    response: Layout,
    handle: async ({ ctx, body }) => taggedLayout(await createLayout(ctx, body)),
  }),
});
