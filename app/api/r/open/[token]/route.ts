import { z } from 'zod';
import { operation, route } from '#lib/api/route.ts';
import { answerOpen } from '#lib/tracking/answer.ts';

/** The web process serves this path as `/r/open/{token}`. */
export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getTrackingPicture',
    tag: 'Recipients',
    summary: 'Return the tracking pixel of an email',
    permission: 'public',
    hidden: true,
    params: z.object({ token: z.string() }),
    handle: ({ params, request }) => answerOpen(params.token, request),
  }),
});
