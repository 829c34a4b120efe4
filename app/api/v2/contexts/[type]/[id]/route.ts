import { operation, route } from '#lib/api/route.ts';
import { Context, ContextParams, UpdateContextBody } from '#lib/contexts/schema.ts';
import { deleteContext, getContext, updateContext } from '#lib/contexts/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getContext',
    tag: 'Contexts',
    summary: 'Retrieve a context',
    permission: 'contexts:read',
    params: ContextParams,
    response: Context,
    errors: [404],
    handle: ({ ctx, params }) => getContext(ctx, params),
  }),
  PATCH: operation({
    operationId: 'updateContext',
    tag: 'Contexts',
    summary: 'Replace the data of a context',
    permission: 'contexts:write',
    params: ContextParams,
    body: UpdateContextBody,
    response: Context,
    errors: [404],
    handle: ({ ctx, params, body }) => updateContext(ctx, params, body),
  }),
  DELETE: operation({
    operationId: 'deleteContext',
    tag: 'Contexts',
    summary: 'Delete a context',
    permission: 'contexts:write',
    params: ContextParams,
    errors: [404],
    handle: ({ ctx, params }) => deleteContext(ctx, params),
  }),
});
