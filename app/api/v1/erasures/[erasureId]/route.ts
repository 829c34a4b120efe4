import { operation, route } from '#lib/api/route.ts';
import { Erasure, ErasureParams } from '#lib/erasure/schema.ts';
import { getErasure } from '#lib/erasure/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getErasure',
    tag: 'Subscribers',
    summary: 'Retrieve the progress of the erasure of a subscriber',
    permission: 'subscribers:read',
    params: ErasureParams,
    response: Erasure,
    errors: [404],
    handle: ({ ctx, params }) => getErasure(ctx, params.erasureId),
  }),
});
