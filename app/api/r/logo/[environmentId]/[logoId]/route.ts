import { z } from 'zod';
import { operation, route } from '#lib/api/route.ts';
import { Id } from '#lib/api/wire.ts';
import { answerLogo } from '#lib/recipient-page/logo.ts';

/** The web process serves this path as `/r/logo/{environmentId}/{logoId}`. */
export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getRecipientPageLogo',
    tag: 'Recipients',
    summary: 'Show the logo of the recipient’s page',
    permission: 'public',
    hidden: true,
    params: z.object({ environmentId: Id, logoId: Id }),
    errors: [404],
    handle: ({ params }) => answerLogo(params.environmentId, params.logoId),
  }),
});
