import { operation, route } from '#lib/api/route.ts';
import { previewLayout } from '#lib/layouts/preview.ts';
import { LayoutParams, LayoutPreview, PreviewLayoutBody } from '#lib/layouts/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'previewLayout',
    tag: 'Layouts',
    summary: 'Preview an email layout',
    permission: 'workflows:read',
    params: LayoutParams,
    body: PreviewLayoutBody,
    status: 201,
    response: LayoutPreview,
    errors: [404],
    idempotent: false,
    handle: async ({ ctx, params, body }) => previewLayout(ctx, params.layoutId, body),
  }),
});
