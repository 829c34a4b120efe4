import { operation, route } from '#lib/api/route.ts';
import { PublicationParams, UndoResult } from '#lib/publishing/schema.ts';
import { undoPublication } from '#lib/publishing/undo.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'undoPublication',
    tag: 'Environments',
    summary: 'Undo a publication',
    description:
      'Gives the environment the content that it had before. Created workflows are deleted, or paused if they have been triggered. ' +
      'Items changed since then keep their content and are listed under `refused`.',
    permission: 'workflows:write',
    callers: ['session'],
    params: PublicationParams,
    response: UndoResult,
    errors: [400, 404],
    handle: ({ ctx, params }) => undoPublication(ctx, params.targetEnvironmentId, params.publicationId),
  }),
});
