import { z } from 'zod';
import { operation, route } from '#lib/api/route.ts';
import { answerClick } from '#lib/tracking/answer.ts';

/** The web process serves this path as `/r/click/{token}`. */
export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'followTrackedLink',
    tag: 'Recipients',
    summary: 'Redirect from a link in an email to the linked page',
    permission: 'public',
    hidden: true,
    params: z.object({ token: z.string() }),
    errors: [404, 410],
    handle: ({ params, request }) => answerClick(params.token, request),
  }),
});
