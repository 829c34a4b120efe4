import { operation, route } from '#lib/api/route.ts';
import { GuideList } from '#lib/guides/schema.ts';
import { listGuides } from '#lib/guides/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listGuides',
    tag: 'Reference',
    summary: 'List the guides with their text',
    permission: 'public',
    hidden: true,
    status: 200,
    response: GuideList,
    handle: () => listGuides(),
  }),
});
