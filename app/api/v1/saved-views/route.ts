import { operation, route } from '#lib/api/route.ts';
import { CreateSavedViewBody, SavedView, SavedViewList } from '#lib/saved-views/schema.ts';
import { createSavedView, listSavedViews } from '#lib/saved-views/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listSavedViews',
    tag: 'Saved views',
    summary: 'List the caller’s own saved views of the environment, and the shared views',
    permission: 'notifications:read',
    callers: ['session'],
    response: SavedViewList,
    handle: ({ ctx }) => listSavedViews(ctx),
  }),
  POST: operation({
    operationId: 'createSavedView',
    tag: 'Saved views',
    summary: 'Save the filters of a page under a name',
    permission: 'notifications:read',
    callers: ['session'],
    body: CreateSavedViewBody,
    status: 201,
    response: SavedView,
    errors: [400],
    handle: ({ ctx, body }) => createSavedView(ctx, body),
  }),
});
