import { z } from 'zod';
import { operation, route } from '#lib/api/route.ts';
import { answerChoice, answerPage } from '#lib/recipient-page/answer.ts';

const params = z.object({ token: z.string() });

/** The web process serves this path as `/r/{token}`. */
export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getRecipientPage',
    tag: 'Recipients',
    summary: 'Show the page that the links in messages open',
    permission: 'public',
    hidden: true,
    params,
    errors: [404, 410, 429],
    handle: ({ params, request, requestId }) => answerPage({ ...params, request, requestId }),
  }),
  POST: operation({
    operationId: 'postRecipientChoice',
    tag: 'Recipients',
    summary: 'Unsubscribe, or save other choices, through the link in a message',
    permission: 'public',
    hidden: true,
    params,
    acceptsAnyType: true,
    bodyLimitBytes: 131_072,
    errors: [400, 404, 410, 429],
    idempotent: false,
    handle: ({ params, rawBody, request, requestId }) => answerChoice({ ...params, request, requestId }, rawBody),
  }),
});
