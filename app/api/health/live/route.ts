import { z } from 'zod';
import { operation, route } from '#lib/api/route.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getLiveness',
    tag: 'Health',
    summary: 'Check that the process responds',
    permission: 'public',
    response: z.object({ status: z.literal('ok') }),
    handle: () => ({ status: 'ok' as const }),
  }),
});
