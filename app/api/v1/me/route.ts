import { operation, route } from '#lib/api/route.ts';
import { Me } from '#lib/me/schema.ts';
import { getMe } from '#lib/me/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getMe',
    tag: 'Me',
    summary: 'Retrieve the caller, its environment and its permissions',
    permission: 'authenticated',
    response: Me,
    handle: ({ ctx }) => getMe(ctx),
  }),
});
