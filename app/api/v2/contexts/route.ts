import { operation, route } from '#lib/api/route.ts';
import { Context, ContextPage, CreateContextBody, ListContextsQuery } from '#lib/contexts/schema.ts';
import { createContext, listContexts } from '#lib/contexts/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listContexts',
    tag: 'Contexts',
    summary: 'List contexts',
    permission: 'contexts:read',
    query: ListContextsQuery,
    response: ContextPage,
    errors: [400],
    handle: ({ ctx, query }) => listContexts(ctx, query),
  }),
  POST: operation({
    operationId: 'createContext',
    tag: 'Contexts',
    summary: 'Create a context',
    permission: 'contexts:write',
    body: CreateContextBody,
    status: 201,
    response: Context,
    errors: [409],
    handle: ({ ctx, body }) => createContext(ctx, body),
  }),
});
