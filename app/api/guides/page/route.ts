import { z } from 'zod';
import { operation, route } from '#lib/api/route.ts';
import { storableText } from '#lib/api/text.ts';
import { Guide } from '#lib/guides/schema.ts';
import { readGuide } from '#lib/guides/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getGuide',
    tag: 'Reference',
    summary: 'Get a guide',
    permission: 'public',
    hidden: true,
    query: z.object({ guide: storableText(200) }),
    errors: [404],
    status: 200,
    response: Guide,
    handle: ({ query }) => readGuide(query.guide),
  }),
});
