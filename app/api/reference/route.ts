import { operation, route } from '#lib/api/route.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getReference',
    tag: 'Reference',
    summary: 'Redirect to the API reference in the dashboard',
    permission: 'public',
    hidden: true,
    status: 302,
    handle: () => new Response(null, { status: 302, headers: { location: '/settings/api-reference' } }),
  }),
});
