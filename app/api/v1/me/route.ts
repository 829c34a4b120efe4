import { operation, route } from '#lib/api/route.ts';
import { updateMe } from '#lib/me/profile.ts';
import { Me, UpdateMeBody } from '#lib/me/schema.ts';
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
  PATCH: operation({
    operationId: 'updateMe',
    tag: 'Me',
    summary: 'Change the caller’s own name or email address',
    permission: 'authenticated',
    callers: ['session'],
    body: UpdateMeBody,
    response: Me,
    errors: [409, 429],
    idempotent: false,
    handle: ({ ctx, body }) => updateMe(ctx, body),
  }),
});
