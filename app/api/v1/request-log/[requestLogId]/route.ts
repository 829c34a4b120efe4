import { operation, route } from '#lib/api/route.ts';
import { getRequest } from '#lib/request-log/read.ts';
import { RequestLogDetails, RequestLogParams } from '#lib/request-log/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getRequestLogEntry',
    tag: 'Audit',
    summary: 'Retrieve one call of the request log with its body and error',
    permission: 'request-log:read',
    callers: ['session'],
    params: RequestLogParams,
    response: RequestLogDetails,
    errors: [404],
    handle: ({ ctx, params }) => getRequest(ctx, params.requestLogId),
  }),
});
