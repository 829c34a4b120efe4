import { operation, route } from '#lib/api/route.ts';
import { testRequest } from '#lib/workflows/test-request.ts';
import { TestedRequest, TestRequestBody } from '#lib/workflows/test-request-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'testWorkflowRequest',
    tag: 'Workflows',
    summary: 'Send the request of a draft’s HTTP step once, and return the response',
    permission: 'events:trigger',
    callers: ['session'],
    body: TestRequestBody,
    response: TestedRequest,
    errors: [400, 404],
    idempotent: false,
    handle: ({ ctx, body }) => testRequest(ctx, body),
  }),
});
