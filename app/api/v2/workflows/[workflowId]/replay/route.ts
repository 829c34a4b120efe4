import { operation, route } from '#lib/api/route.ts';
import { ReplayBody, ReplayResult } from '#lib/replay/schema.ts';
import { replayDraft } from '#lib/replay/service.ts';
import { WorkflowParams } from '#lib/workflows/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'replayWorkflow',
    tag: 'Workflows',
    summary: 'Replay the newest runs of a workflow with a draft and compare the results, without writing or sending',
    permission: 'events:trigger',
    callers: ['session'],
    params: WorkflowParams,
    body: ReplayBody,
    response: ReplayResult,
    errors: [404],
    idempotent: false,
    handle: ({ ctx, params, body }) => replayDraft(ctx, params.workflowId, body),
  }),
});
