import { operation, route } from '#lib/api/route.ts';
import { SavedView, SavedViewParams, UpdateSavedViewBody } from '#lib/saved-views/schema.ts';
import { deleteSavedView, updateSavedView } from '#lib/saved-views/service.ts';

const described = { tag: 'Saved views', params: SavedViewParams } as const;

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    ...described,
    operationId: 'updateSavedView',
    summary: 'Change a saved view, or share it',
    permission: 'notifications:read',
    callers: ['session'],
    body: UpdateSavedViewBody,
    response: SavedView,
    errors: [404],
    handle: ({ ctx, params, body }) => updateSavedView(ctx, params.viewId, body),
  }),
  DELETE: operation({
    ...described,
    operationId: 'deleteSavedView',
    summary: 'Delete a saved view',
    permission: 'notifications:read',
    callers: ['session'],
    errors: [404],
    handle: ({ ctx, params }) => deleteSavedView(ctx, params.viewId),
  }),
});
