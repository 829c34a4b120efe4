import { openApiText } from '#lib/api/openapi.ts';
import { operation, rawJson, route } from '#lib/api/route.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getOpenApi',
    tag: 'Reference',
    summary: 'This document',
    permission: 'public',
    status: 200,
    hidden: true,
    handle: async () => rawJson(await openApiText()),
  }),
});
